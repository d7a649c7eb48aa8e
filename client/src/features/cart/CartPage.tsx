import { useQuery } from '@apollo/client/react'
import { type MouseEvent, useRef } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { useLoginToProceed } from '~/features/auth/useLoginToProceed'
import { LazyFitCheck } from '~/features/fit/LazyFitCheck'
import { QuoteButton } from '~/features/quote/QuoteButton'
import { serverMessage } from '~/lib/apollo'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorState } from '~/ui/ErrorState'
import { Section } from '~/ui/Layout'
import { CartDocument } from './Cart.gen'
import { CartContents } from './CartContents'
import { CartSkeleton } from './CartSkeleton'
import { useCartEditsState } from './cartEditsState'
import { countUnits } from './optimisticCart'

export default function CartPage() {
  const { user } = useAuth()
  const mayProceed = useLoginToProceed()
  const { data, error, refetch } = useQuery(CartDocument, { fetchPolicy: 'cache-and-network' })
  const heading = useRef<HTMLHeadingElement>(null)
  const cart = data?.cart
  const checkout = {
    to: paths.checkout,
    variant: 'primary' as const,
    onClick: (event: MouseEvent) => {
      if (!mayProceed()) event.preventDefault()
    },
  }
  const units = countUnits(cart?.items ?? [], useCartEditsState().unconfirmed)

  return (
    <Section tight>
      <header className="mb-10 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 ref={heading} tabIndex={-1}>
          Cart
        </h1>
        {units > 0 && (
          <p className="label text-faint">
            {units} {units === 1 ? 'item' : 'items'}
          </p>
        )}
      </header>
      {error && (
        <div className="mb-10">
          <ErrorState
            title="Error!"
            message={serverMessage(error) ?? 'Error fetching cart'}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {cart ? (
        <CartContents
          cart={cart}
          empty={
            <EmptyState
              title="Your Cart is Empty"
              message="Robots and components you add appear here, on every device you sign in on."
              action={
                <ButtonLink to={paths.products} variant="primary">
                  Browse Robots
                </ButtonLink>
              }
            />
          }
          proceed={
            <ButtonLink {...checkout} size="sm" tabIndex={-1}>
              Checkout
            </ButtonLink>
          }
          actions={
            <>
              <ButtonLink {...checkout}>Proceed to Checkout</ButtonLink>
              <QuoteButton lines={cart.items} person={user} />
              <ButtonLink to={paths.products}>Continue Browsing</ButtonLink>
            </>
          }
          below={<LazyFitCheck productIds={cart.items.map(({ productId }) => productId)} />}
          onFocusLost={() => heading.current?.focus()}
        />
      ) : (
        !error && <CartSkeleton />
      )}
    </Section>
  )
}
