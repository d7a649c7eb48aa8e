import { useMutation } from '@apollo/client/react'
import { errorMessage } from '~/lib/apollo'
import { parseGrams, savePartMass } from '~/lib/partMass'
import type { CellPlanInput } from '~/lib/schema.gen'
import { useIdempotentSend } from '~/lib/useIdempotentSend'
import { CellQuoteDocument } from './CellQuote.gen'
import { type CreatedQuoteFragment, QuoteCreateDocument } from './QuoteCreate.gen'
import type { QuoteValues } from './quoteSchema'
import type { QuoteItem } from './subject'

export type CreatedQuote = NonNullable<CreatedQuoteFragment['quote']> & { url: string; page: string }

/** Creates a quote. */
export function useCreateQuote() {
  const [run] = useMutation(QuoteCreateDocument)
  const [runCell] = useMutation(CellQuoteDocument)
  return useIdempotentSend(
    async (
      idempotencyKey,
      lines: readonly QuoteItem[],
      values: QuoteValues,
      asked: boolean,
      cell?: CellPlanInput,
    ) => {
      const { name, company, email, vatNumber, purchaseOrderNumber, quantity, plan, partMass } = values
      const billingInfo = vatNumber || purchaseOrderNumber ? { vatNumber, purchaseOrderNumber } : undefined
      const partMassGrams = parseGrams(partMass) ?? undefined
      if (!cell) savePartMass(partMassGrams ?? null)
      const wanted = lines.map((line) =>
        asked
          ? { productId: line.productId, quantity, plan: plan || null }
          : { productId: line.productId, quantity: line.quantity },
      )
      const recipient = { name, company, email, billingInfo, idempotencyKey }
      const payload = cell
        ? (await runCell({ variables: { input: { ...recipient, cell, quantity } } })).data?.cellPlanQuote
        : (await run({ variables: { input: { ...recipient, lines: wanted, partMassGrams } } })).data
            ?.quoteCreate
      const { quote, url, page, userErrors = [] } = payload ?? {}
      if (!quote || !url || !page)
        return { ok: false, errors: userErrors, failure: "Couldn't create the quote. Please try again." }
      return { ok: true, value: { ...quote, url, page } }
    },
    errorMessage,
  )
}
