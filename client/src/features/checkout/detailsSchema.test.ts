import { expect, test } from 'vitest'
import { blankDetails, detailsField, detailsResolver, orderDetailsInput } from './detailsSchema'

const blank = blankDetails('NL')
const damrak = { address: 'Damrak 1', city: 'Amsterdam', postalCode: '1012 LG', country: 'NL' }
const filled = {
  ...blank,
  ...damrak,
  company: 'ACME',
  vatNumber: 'NL004495445B01',
  purchaseOrderNumber: 'PO-1',
  billing: { ...damrak, address: 'Rokin 2', recipient: 'Bob', company: '' },
}

test('only what is shown is ordered with', () => {
  const { shippingInfo, billingInfo } = orderDetailsInput(filled, false)
  expect(shippingInfo).toEqual({ ...damrak, company: '', recipient: '', phone: '', notes: '' })
  expect(billingInfo).toEqual({})
  expect(orderDetailsInput(filled, true).shippingInfo.company).toBe('ACME')
  const whole = orderDetailsInput({ ...filled, business: true, elsewhere: true }, false)
  expect(whole.shippingInfo.company).toBe('ACME')
  expect(whole.billingInfo).toEqual({
    ...filled.billing,
    vatNumber: 'NL004495445B01',
    purchaseOrderNumber: 'PO-1',
  })
})

test.each([
  [false, undefined],
  [true, 'Address is required'],
])('the billing address is checked while it is shown: %s', async (elsewhere, message) => {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await detailsResolver({ ...blank, ...damrak, elsewhere }, undefined, options)
  expect(errors.billing?.address?.message).toBe(message)
  expect(errors.address).toBeUndefined()
})

test('the numbers of a company are checked while they are shown', async () => {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const values = { ...blank, ...damrak, company: 'ACME', purchaseOrderNumber: 'x'.repeat(51) }
  expect((await detailsResolver(values, undefined, options)).errors).toEqual({})
  const { errors } = await detailsResolver({ ...values, business: true }, undefined, options)
  expect(errors.purchaseOrderNumber?.message).toBe('Purchase order number must have at most 50 characters')
})

test.each([
  [{ business: false }, undefined],
  [{ business: true }, 'Company is required'],
  [{ business: true, company: ' ' }, 'Company is required'],
  [{ business: true, company: 'ACME' }, undefined],
  [{ business: true, elsewhere: true, billing: { ...filled.billing, company: 'ACME' } }, undefined],
  [
    { business: true, elsewhere: false, billing: { ...filled.billing, company: 'ACME' } },
    'Company is required',
  ],
])('a company that orders states its name: %j', async (values, message) => {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await detailsResolver({ ...blank, ...damrak, ...values }, undefined, options)
  expect(errors.company?.message).toBe(message)
})

test.each([
  [['shippingInfo', 'notes'], 'notes'],
  [['billingInfo', 'address'], 'billing.address'],
  [['billingInfo', 'vatNumber'], 'vatNumber'],
  [['expectedTotal'], undefined],
  [null, undefined],
])('a refusal of %j belongs to %s', (path, field) => expect(detailsField(path)).toBe(field))
