import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { serverMessage } from '~/lib/apollo'
import type { OrderDetailsInput } from './detailsSchema'
import { OrderPlaceDocument, type OrderPlaceMutation } from './OrderPlace.gen'
import { endCheckout, newAttempt, readAttempt, saveAttempt, withInput } from './orderAttempt'

type UserErrors = OrderPlaceMutation['orderPlace']['userErrors']

export type PlaceOutcome =
  /** `earlier`: a previous request placed the order, not this input. */
  | { kind: 'placed'; id: string; earlier: boolean }
  | { kind: 'refused'; errors: UserErrors }
  /** It is unknown whether there is an order; `message` is the server's, if it sent one. */
  | { kind: 'lost'; message?: string }

/**
 * Places an order with the attempt's idempotency key, so that retries don't order twice. If a response was lost and the
 * form has changed since, the key may belong to the earlier input: the server reports that, and the earlier input is
 * sent again. Without input it only asks for the outcome. Never rejects; returns null while another request is running.
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
        let errors: UserErrors = []
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
        // A delayed request may still place the order, so the key stays unless it belongs to another order.
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

/** Leaves out empty billing information, as orders without it were sent before that existed. */
function sentOf({ save: _, billingInfo, ...rest }: OrderInput) {
  return Object.keys(billingInfo).length > 0 ? { billingInfo, ...rest } : rest
}
