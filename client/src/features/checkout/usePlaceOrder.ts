import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { serverMessage } from '~/lib/apollo'
import type { OrderDetailsInput } from './detailsSchema'
import { OrderPlaceDocument, type OrderPlaceMutation } from './OrderPlace.gen'
import { endCheckout, newAttempt, readAttempt, saveAttempt, withInput } from './orderAttempt'

type Refusals = OrderPlaceMutation['orderPlace']['userErrors']

export type PlaceOutcome =
  /** `earlier`: the order was made by what was sent before, not by this input. */
  | { kind: 'placed'; id: string; earlier: boolean }
  | { kind: 'refused'; errors: Refusals }
  /** Nobody knows whether there is an order; `message` is what the server said, if it said anything. */
  | { kind: 'lost'; message?: string }

/**
 * Places an order with the attempt's key, so that it is placed once, however often it is sent. When the answer to a
 * request was lost and the form has changed since, the key may belong to what was sent before: the server says so, and
 * then that is asked for again. Without an input it only asks again. Never rejects; answers null while another request
 * is on its way.
 */
export function usePlaceOrder(owner: string) {
  const [run] = useMutation(OrderPlaceDocument)
  const busy = useRef(false)
  return useCallback(
    async (input?: OrderInput): Promise<PlaceOutcome | null> => {
      if (busy.current) return null
      busy.current = true
      const now = Date.now()
      const before = readAttempt(owner, now) ?? newAttempt(now)
      const attempt = input ? withInput(before, sentOf(input)) : { ...before, waiting: true }
      saveAttempt(owner, attempt)
      try {
        let errors: Refusals = []
        let reused = false
        for (const [age, sent] of attempt.sent.toReversed().entries()) {
          const { data } = await run({ variables: { input: { ...sent, idempotencyKey: attempt.key } } })
          const { order = null, userErrors = [] } = data?.orderPlace ?? {}
          if (order) {
            endCheckout()
            return { kind: 'placed', id: order.id, earlier: age > 0 }
          }
          errors = userErrors
          reused = errors.some(({ code }) => code === 'KEY_REUSED')
          if (!reused) break
        }
        // A late request may still make an order of it, so the key stays, unless it is another order's for certain.
        saveAttempt(owner, reused ? undefined : { ...attempt, waiting: false })
        return { kind: 'refused', errors }
      } catch (error) {
        return { kind: 'lost', message: serverMessage(error) }
      } finally {
        busy.current = false
      }
    },
    [owner, run],
  )
}

type OrderInput = OrderDetailsInput & { expectedTotal: string }

/** What is sent of it; without billing information, that is the same as before there was any. */
function sentOf({ shippingInfo, billingInfo, expectedTotal }: OrderInput) {
  return Object.keys(billingInfo).length > 0
    ? { shippingInfo, billingInfo, expectedTotal }
    : { shippingInfo, expectedTotal }
}
