import { useApolloClient, useMutation } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { detailsField, type OrderDetailsInput } from '~/features/checkout/detailsSchema'
import { saveAddress } from '~/features/checkout/saveAddress'
import { serverMessage } from '~/lib/apollo'
import type { UserError } from '~/lib/forms'
import { paths } from '~/lib/paths'
import { QuoteOrderDocument } from './Quote.gen'

export type QuoteProblem = { kind: 'lost'; message?: string } | { kind: 'refused'; message: string }

/**
 * Orders a quote and opens the order. The quote is its own idempotency key: sending it again finds the existing order.
 */
export function useQuoteOrder(
  quote: { number: string; key: string; version: number },
  onRefused: () => void,
) {
  const [run] = useMutation(QuoteOrderDocument)
  const client = useApolloClient()
  const navigate = useNavigate()
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<QuoteProblem | null>(null)

  async function send({ shippingInfo, billingInfo, save }: OrderDetailsInput): Promise<readonly UserError[]> {
    if (sending.current) return []
    sending.current = true
    setBusy(true)
    setProblem(null)
    try {
      const { data } = await run({
        variables: { input: { ...quote, shippingInfo, billingInfo } },
      })
      const { order, userErrors = [] } = data?.quoteOrder ?? {}
      if (order) {
        if (save) saveAddress(client, shippingInfo)
        await navigate(paths.order(order.id), { replace: true, state: { placed: true } })
        return []
      }
      const other = userErrors.find(({ field }) => detailsField(field) === undefined)
      if (other || userErrors.length === 0) {
        setProblem({
          kind: 'refused',
          message: other?.message ?? "Couldn't place your order. Please try again.",
        })
        onRefused()
      }
      return userErrors
    } catch (error) {
      setProblem({ kind: 'lost', message: serverMessage(error) })
      return []
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return { busy, problem, send }
}
