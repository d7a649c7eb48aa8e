import { useMutation } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { billingAddressOf } from '~/features/checkout/detailsSchema'
import { errorMessage } from '~/lib/apollo'
import { newIdempotencyKey } from '~/lib/idempotencyKey'
import { Button } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import { type QuoteQuery, QuoteRenewDocument } from './Quote.gen'

type Quote = NonNullable<QuoteQuery['quote']>

/** A button that creates the same quote at today's prices and opens it. */
export function RenewQuote({ quote }: { quote: Quote }) {
  const [run, { loading }] = useMutation(QuoteRenewDocument)
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const key = useRef('')

  async function renew() {
    setFailure(null)
    key.current ||= newIdempotencyKey()
    const { name, company, email, billingInfo, lines, fit } = quote
    const { purchaseOrderNumber } = billingInfo
    // Older quotes may have a VAT number without a company, which a new quote may not.
    const vatNumber = company || billingInfo.company ? billingInfo.vatNumber : ''
    try {
      const { data } = await run({
        variables: {
          input: {
            name,
            company,
            email,
            billingInfo: { ...billingAddressOf(billingInfo), vatNumber, purchaseOrderNumber },
            lines: lines.map(({ productId, quantity, planKind }) => ({
              // Deleted products have no ID; the server rejects 0 with a message.
              productId: productId ?? '0',
              quantity,
              plan: planKind,
            })),
            partMassGrams: fit?.partMassGrams,
            idempotencyKey: key.current,
          },
        },
      })
      const { page, userErrors = [] } = data?.quoteCreate ?? {}
      if (page) await navigate(page)
      else setFailure(userErrors[0]?.message ?? "Couldn't create the quote. Please try again.")
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  return (
    <div className="grid">
      <FormMessage failure={failure} />
      <Button variant="primary" loading={loading} loadingText="Creating..." onClick={() => void renew()}>
        Create a new quote
      </Button>
    </div>
  )
}
