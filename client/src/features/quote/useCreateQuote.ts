import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { errorMessage } from '~/lib/apollo'
import { newIdempotencyKey } from '~/lib/idempotencyKey'
import { parseGrams, savePartMass } from '~/lib/partMass'
import type { CellPlanInput } from '~/lib/schema.gen'
import { CellQuoteDocument } from './CellQuote.gen'
import { type CreatedQuoteFragment, QuoteCreateDocument } from './QuoteCreate.gen'
import type { QuoteValues } from './quoteSchema'
import type { QuoteItem } from './subject'

type Payload = CreatedQuoteFragment

export type CreatedQuote = NonNullable<Payload['quote']> & { url: string; page: string }

type QuoteResult =
  | { ok: true; quote: CreatedQuote }
  | { ok: false; errors: Payload['userErrors']; message: string }

/**
 * Creates a quote. Never rejects; returns null while another one is being created, so that a double click creates one.
 * A retry after a lost connection has the same idempotency key, so that the server returns the existing quote.
 */
export function useCreateQuote() {
  const [run] = useMutation(QuoteCreateDocument)
  const [runCell] = useMutation(CellQuoteDocument)
  const sending = useRef(false)
  const key = useRef('')
  return useCallback(
    async (
      lines: readonly QuoteItem[],
      values: QuoteValues,
      asked: boolean,
      cell?: CellPlanInput,
    ): Promise<QuoteResult | null> => {
      if (sending.current) return null
      sending.current = true
      key.current ||= newIdempotencyKey()
      const { name, company, email, vatNumber, purchaseOrderNumber, quantity, plan, partMass } = values
      const billingInfo = vatNumber || purchaseOrderNumber ? { vatNumber, purchaseOrderNumber } : undefined
      const partMassGrams = parseGrams(partMass) ?? undefined
      if (!cell) savePartMass(partMassGrams ?? null)
      const wanted = lines.map((line) =>
        asked
          ? { productId: line.productId, quantity, plan: plan || null }
          : { productId: line.productId, quantity: line.quantity },
      )
      try {
        const recipient = { name, company, email, billingInfo, idempotencyKey: key.current }
        const payload = cell
          ? (await runCell({ variables: { input: { ...recipient, cell, quantity } } })).data?.cellPlanQuote
          : (await run({ variables: { input: { ...recipient, lines: wanted, partMassGrams } } })).data
              ?.quoteCreate
        const { quote, url, page, userErrors = [] } = payload ?? {}
        if (!quote || !url || !page)
          return { ok: false, errors: userErrors, message: "Couldn't create the quote. Please try again." }
        key.current = ''
        return { ok: true, quote: { ...quote, url, page } }
      } catch (error) {
        const message = errorMessage(error)
        return { ok: false, errors: [], message }
      } finally {
        sending.current = false
      }
    },
    [run, runCell],
  )
}
