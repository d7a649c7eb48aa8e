import { useQuery } from '@apollo/client/react'
import { lazy, Suspense, useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { useLoginToProceed } from '~/features/auth/useLoginToProceed'
import { CartDocument } from '~/features/cart/Cart.gen'
import { CartColumns } from '~/features/cart/CartColumns'
import { OrderSummary } from '~/features/cart/OrderSummary'
import { serverMessage } from '~/lib/apollo'
import { paths } from '~/lib/paths'
import { Button, ButtonLink } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorState } from '~/ui/ErrorState'
import { Icon } from '~/ui/Icon'
import { Section } from '~/ui/Layout'
import { Link } from '~/ui/Link'
import { CheckoutSkeleton } from './CheckoutSkeleton'
import { ConnectionLost, PlaceOrder } from './PlaceOrder'
import { ReviewStep } from './Review'
import { ShippingForm } from './ShippingForm'
import { CheckoutStep } from './Step'
import { useCheckout } from './useCheckout'
import { useInitialDetails } from './useInitialDetails'

const PaymentChoice = lazy(() => import('./PaymentChoice'))
const PreparedCart = lazy(() => import('./PreparedCart'))

/** The checkout on one page. */
export default function CheckoutPage() {
  useLoginToProceed()
  const { user } = useAuth()
  const prepared = new URLSearchParams(useLocation().search).get('from')
  return (
    <Section tight>
      <ButtonLink to={paths.cart} variant="ghost" size="sm" className="-ml-4">
        <Icon name="arrow-left" className="size-4" />
        Back to cart
      </ButtonLink>
      <h1 className="mt-6 mb-10">Checkout</h1>
      {!user ? (
        <CheckoutSkeleton />
      ) : prepared ? (
        <Suspense fallback={<CheckoutSkeleton />}>
          <PreparedCart key={user.id + prepared} id={prepared} />
        </Suspense>
      ) : (
        <Checkout key={user.id} owner={user.id} />
      )}
    </Section>
  )
}

function Checkout({ owner }: { owner: string }) {
  const form = useId()
  const { data, error, refetch } = useQuery(CartDocument, { fetchPolicy: 'cache-and-network' })
  const first = useInitialDetails(owner)
  const [payOnline, setPayOnline] = useState(false)
  const { busy, problem, send } = useCheckout(owner, payOnline, () =>
    refetch().then(
      ({ data }) => data?.cart,
      () => undefined,
    ),
  )
  const cart = data?.cart

  if (!cart && error)
    return (
      <ErrorState
        title="Error!"
        message={serverMessage(error) ?? 'Error fetching cart'}
        onRetry={() => void refetch().catch(() => undefined)}
      />
    )
  if (!cart || !first) return <CheckoutSkeleton />
  if (cart.items.length === 0)
    return problem?.kind === 'lost' || busy ? (
      <div role="alert" className="ticks grid justify-items-start gap-4 p-8 sm:p-12">
        <ConnectionLost message={problem?.kind === 'lost' ? problem.message : undefined} />
        <Button variant="primary" loading={busy} loadingText="Checking..." onClick={() => void send()}>
          Try again
        </Button>
      </div>
    ) : (
      <EmptyState
        title="Your Cart is Empty"
        message="Nothing to order yet. Find past orders in your profile."
        action={
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={paths.products} variant="primary">
              Browse Robots
            </ButtonLink>
            <ButtonLink to={paths.profile}>Go to profile</ButtonLink>
          </div>
        }
      />
    )
  return (
    <CartColumns
      summary={
        <OrderSummary
          cart={cart}
          busy={busy}
          actions={<PlaceOrder form={form} total={cart.total} problem={problem} busy={busy} />}
        />
      }
    >
      <CheckoutStep number={1} title="Shipping information">
        <ShippingForm id={form} owner={owner} {...first} onSubmit={(details) => send(cart, details)} />
      </CheckoutStep>
      <CheckoutStep
        number={2}
        title="Review"
        action={
          <Link
            to={paths.cart}
            className="inline-flex min-h-11 items-center text-small text-muted underline underline-offset-4 hover:text-fg"
          >
            Edit cart
          </Link>
        }
      >
        <ReviewStep lines={cart.items} />
      </CheckoutStep>
      <CheckoutStep number={3} title="Payment">
        <Suspense fallback={<div className="min-h-24" />}>
          <PaymentChoice online={payOnline} onChange={setPayOnline} />
        </Suspense>
      </CheckoutStep>
    </CartColumns>
  )
}
