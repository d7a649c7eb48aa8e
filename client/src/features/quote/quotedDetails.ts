import { billingAddressOf, type Details } from '~/features/checkout/detailsSchema'
import type { QuoteQuery } from './Quote.gen'

type Quote = Pick<NonNullable<QuoteQuery['quote']>, 'company' | 'billingInfo'>

/** The order details that a quote already states. */
export function quotedDetails({ company, billingInfo }: Quote): Partial<Details> {
  const { vatNumber, purchaseOrderNumber } = billingInfo
  const business = Boolean(company || vatNumber || purchaseOrderNumber)
  return {
    ...(business ? { business, vatNumber, purchaseOrderNumber } : {}),
    // Without one, the company known from the profile stays.
    ...(company ? { company } : {}),
    ...(billingInfo.address ? { elsewhere: true, billing: billingAddressOf(billingInfo) } : {}),
  }
}
