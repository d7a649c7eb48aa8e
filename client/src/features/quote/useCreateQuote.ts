import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { serverMessage } from '~/lib/apollo'
import { newKey } from '~/lib/newKey'
import { gramsOf, savePartMass } from '~/lib/partMass'
import { QuoteCreateDocument, type QuoteCreateMutation } from './QuoteCreate.gen'
import type { QuoteValues } from './quoteSchema'
import type { Wish } from './subject'

type Payload = QuoteCreateMutation['quoteCreate']

export type CreatedQuote = NonNullable<Payload['quote']> & { url: string; page: string }

export type QuoteResult =
  | { ok: true; quote: CreatedQuote }
  | { ok: false; errors: Payload['userErrors']; message: string }

/**
 * Asks for a quote. Never rejects; answers null while another one is on its way, so that a double click makes one. What
 * is sent again after a lost connection has the same key, so that the server finds the quote that it has made.
 */
export function useCreateQuote() {
  const [run] = useMutation(QuoteCreateDocument)
  const sending = useRef(false)
  const key = useRef('')
  return useCallback(
    async (lines: readonly Wish[], values: QuoteValues, asked: boolean): Promise<QuoteResult | null> => {
      if (sending.current) return null
      sending.current = true
      key.current ||= newKey()
      const { name, company, email, vatNumber, purchaseOrderNumber, quantity, plan, partMass } = values
      const billingInfo = vatNumber || purchaseOrderNumber ? { vatNumber, purchaseOrderNumber } : undefined
      const partMassGrams = gramsOf(partMass) ?? undefined
      savePartMass(partMassGrams ?? null)
      const wanted = lines.map((line) =>
        asked
          ? { productId: line.productId, quantity, plan: plan || null }
          : { productId: line.productId, quantity: line.quantity },
      )
      try {
        const { data } = await run({
          variables: {
            input: {
              name,
              company,
              email,
              billingInfo,
              lines: wanted,
              partMassGrams,
              idempotencyKey: key.current,
            },
          },
        })
        const { quote, url, page, userErrors = [] } = data?.quoteCreate ?? {}
        if (!quote || !url || !page)
          return { ok: false, errors: userErrors, message: "Couldn't create the quote. Please try again." }
        key.current = ''
        return { ok: true, quote: { ...quote, url, page } }
      } catch (error) {
        const message = serverMessage(error) ?? 'No response. Check your connection and try again.'
        return { ok: false, errors: [], message }
      } finally {
        sending.current = false
      }
    },
    [run],
  )
}
