import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CartColumns } from '~/features/cart/CartColumns'
import { OrderSummary } from '~/features/cart/OrderSummary'
import { errorMessage, serverMessage } from '~/lib/apollo'
import { paths } from '~/lib/paths'
import { Button, ButtonLink } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorState } from '~/ui/ErrorState'
import { toast } from '~/ui/toasts'
import { CheckoutSkeleton } from './CheckoutSkeleton'
import { PreparedCheckoutDocument, PreparedCheckoutTakeDocument } from './Prepared.gen'
import { ReviewStep } from './Review'
import './prepared.css'

const failed = "Couldn't put the items in your cart"

/** A cart prepared by an assistant. The user reviews it before it replaces anything in their cart. */
export default function PreparedCart({ id }: { id: string }) {
  const client = useApolloClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  // It contains a cart that is not the user's and must not overwrite it in the cache.
  const { data, error, refetch } = useQuery(PreparedCheckoutDocument, {
    variables: { id },
    fetchPolicy: 'no-cache',
  })
  const reload = () => void refetch().catch(() => undefined)
  if (error)
    return (
      <ErrorState
        title="Error!"
        message={serverMessage(error) ?? "Couldn't load what your assistant prepared"}
        onRetry={reload}
      />
    )
  if (!data) return <CheckoutSkeleton />
  const prepared = data.preparedCheckout
  if (!prepared)
    return (
      <EmptyState
        title="This link no longer works"
        message="It has expired, was ordered already, or belongs to somebody else. Ask your assistant for a new one."
        action={
          <ButtonLink to={paths.products} variant="primary">
            Browse Robots
          </ButtonLink>
        }
      />
    )
  const { cart, version } = prepared

  async function take() {
    setBusy(true)
    try {
      const { data } = await client.mutate({
        mutation: PreparedCheckoutTakeDocument,
        variables: { input: { id, version } },
      })
      const payload = data?.preparedCheckoutTake
      if (payload?.cart) return await navigate(paths.checkout, { replace: true })
      toast.error(payload?.userErrors[0]?.message ?? failed)
      reload()
    } catch (error) {
      toast.error(errorMessage(error, failed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <CartColumns
      summary={
        <OrderSummary
          cart={cart}
          busy={busy}
          actions={
            <>
              <Button
                variant="primary"
                disabled={cart.items.length === 0}
                loading={busy}
                loadingText="Adding..."
                onClick={() => void take()}
              >
                Put in cart and continue
              </Button>
              <ButtonLink to={paths.cart} variant="ghost">
                Go to my cart instead
              </ButtonLink>
            </>
          }
        />
      }
    >
      <p className="prepared-by">Prepared by {prepared.assistant}</p>
      <h2>Check what your assistant prepared</h2>
      <p className="prepared-text">
        Nothing is bought yet. Put these items in your cart, change what you like, and place the order
        yourself. Other items in your cart stay.
      </p>
      {prepared.problems.length > 0 && (
        <div role="alert" className="prepared-problems">
          <p>Not included:</p>
          <ul>
            {prepared.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {cart.warnings.map(({ message }) => (
        <p key={message} className="prepared-warning">
          {message}
        </p>
      ))}
      <ReviewStep lines={cart.items} />
    </CartColumns>
  )
}
