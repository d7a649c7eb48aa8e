import { billingAddressOf, type Details } from '~/features/checkout/detailsSchema'
import type { QuoteQuery } from './Quote.gen'

type Quote = Pick<NonNullable<QuoteQuery['quote']>, 'company' | 'billingInfo'>

/** What the order of a quote takes over from it. */
export function quotedDetails({ company, billingInfo }: Quote): Partial<Details> {
  const { vatNumber, purchaseOrderNumber } = billingInfo
  const business = Boolean(company || vatNumber || purchaseOrderNumber)
  return {
    ...(business ? { business, company: company ?? '', vatNumber, purchaseOrderNumber } : {}),
    ...(billingInfo.address ? { elsewhere: true, billing: billingAddressOf(billingInfo) } : {}),
  }
}
