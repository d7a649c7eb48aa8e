import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CartDocument, type CartQuery } from '~/features/cart/Cart.gen'
import type { UserError } from '~/lib/forms'
import { paths } from '~/lib/paths'
import { toast } from '~/ui/toasts'
import { detailsField, type OrderDetailsInput } from './detailsSchema'
import { readAttempt } from './orderAttempt'
import type { OrderProblem } from './PlaceOrder'
import { saveAddress } from './saveAddress'
import { type PlaceOutcome, usePlaceOrder } from './usePlaceOrder'

type Cart = CartQuery['cart']
type Refused = Extract<PlaceOutcome, { kind: 'refused' }>['errors']

/** Places the order of the checkout and navigates to it, or reports the problem. */
export function useCheckout(owner: string, payOnline: boolean, readCart: () => Promise<Cart | undefined>) {
  const place = usePlaceOrder(owner)
  const client = useApolloClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  // After a reload, the response to an earlier request is lost, too.
  const [problem, setProblem] = useState<OrderProblem | null>(() =>
    readAttempt(owner, Date.now())?.waiting ? { kind: 'lost' } : null,
  )

  async function arrive(id: string, earlier: boolean) {
    if (earlier) toast.info('You had already placed this order.')
    await navigate(paths.order(id), { replace: true, state: { placed: true, payOnline } })
    await client.refetchQueries({ include: [CartDocument] }).catch(() => undefined)
  }

  /**
   * Places the order or, without input, asks for the outcome of the earlier request. Returns the server's userErrors.
   */
  async function send(cart?: Cart, details?: OrderDetailsInput): Promise<readonly UserError[]> {
    setBusy(true)
    setProblem(null)
    const outcome = await place(cart && details && { ...details, expectedTotal: cart.total.amount })
    // Another request is running, which will reset the state.
    if (!outcome) return []
    let refused: Refused = []
    switch (outcome.kind) {
      case 'placed':
        if (details?.save && !outcome.earlier) saveAddress(client, details.shippingInfo)
        await arrive(outcome.id, outcome.earlier)
        break
      case 'lost':
        setProblem(outcome)
        break
      case 'refused': {
        refused = outcome.errors
        const now = refused.some(concernsCart) ? await readCart() : undefined
        setProblem(problemOf(refused, cart, now))
      }
    }
    setBusy(false)
    return refused
  }

  return { busy, problem, send }
}

function concernsCart({ code }: Refused[number]) {
  return ['PRICE_CHANGED', 'OUT_OF_STOCK', 'NOT_FOR_SALE', 'CART_EMPTY', 'KEY_REUSED'].includes(code)
}

/** The problem to show beside the button; null if the form's fields or the empty cart show it. */
function problemOf(errors: Refused, before?: Cart, now?: Cart): OrderProblem | null {
  const lines = errors.filter(({ code }) => code === 'OUT_OF_STOCK' || code === 'NOT_FOR_SALE')
  if (lines.length > 0) return { kind: 'lines', messages: lines.map(({ message }) => message) }
  if (now?.itemCount === 0) return null
  const rest = errors.find(({ field }) => detailsField(field) === undefined)
  if (rest?.code === 'PRICE_CHANGED' && before && now && now.total.amount !== before.total.amount)
    return { kind: 'price', before: before.total }
  if (rest?.code === 'KEY_REUSED')
    return {
      kind: 'other',
      message: 'Your earlier order was placed. Find it in your profile.',
    }
  if (rest) return { kind: 'other', message: rest.message }
  return errors.length > 0 ? null : { kind: 'other', message: "Couldn't place your order. Please try again." }
}
