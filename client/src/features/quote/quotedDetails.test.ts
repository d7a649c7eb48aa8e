import { expect, test } from 'vitest'
import { quotedDetails } from './quotedDetails'

const blank = { address: '', city: '', postalCode: '', country: '', recipient: '', company: '' }
const billing = { __typename: 'BillingInfo', ...blank, vatNumber: '', purchaseOrderNumber: '' } as const

test.each([
  [{ company: null, billingInfo: billing }, {}],
  [
    { company: 'ACME', billingInfo: billing },
    { business: true, company: 'ACME', vatNumber: '', purchaseOrderNumber: '' },
  ],
  [
    { company: null, billingInfo: { ...billing, vatNumber: 'NL004495445B01' } },
    { business: true, vatNumber: 'NL004495445B01', purchaseOrderNumber: '' },
  ],
])('a quote replaces only the details that it states: %j', (quote, details) =>
  expect(quotedDetails(quote)).toEqual(details),
)
