import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import { optionalText, requiredText } from '~/lib/forms'
import type { BillingInfoInput } from '~/lib/schema.gen'
import { blankShipping, type Shipping, shippingFields, shippingOf } from './shipping'
import { placeShape, shippingSchema } from './shippingSchema'

const billingSchema = z.object({
  ...placeShape,
  recipient: optionalText('Recipient', 100),
  company: optionalText('Company', 100),
})

export type Billing = z.output<typeof billingSchema>

/** The checkout's form values: the shipping address, and billing information. */
export type Details = Shipping & {
  /** Whether a company orders, in which case its fields are shown. */
  business: boolean
  vatNumber: string
  purchaseOrderNumber: string
  /** Whether the invoice has another address, `billing`. */
  elsewhere: boolean
  billing: Billing
  /** Whether to save the shipping address in the profile. */
  save: boolean
}

const unchecked = z.any()
const shape = {
  ...shippingSchema.shape,
  business: unchecked,
  vatNumber: optionalText('VAT number', 40),
  purchaseOrderNumber: optionalText('Purchase order number', 50),
  elsewhere: unchecked,
  billing: billingSchema,
  save: unchecked,
}
const named = { company: requiredText('Company', 100) }
const numbers = { vatNumber: unchecked, purchaseOrderNumber: unchecked }

/** Validates the fields that are shown. */
export const detailsResolver: Resolver<Details> = (values, context, options) => {
  const schema = z.object({
    ...shape,
    ...(values.business ? {} : numbers),
    // The invoice names the company, at the billing address if that differs.
    ...(values.business && !(values.elsewhere && values.billing.company.trim()) ? named : {}),
    ...(values.elsewhere ? {} : { billing: unchecked }),
  })
  return zodResolver(schema)(values, context, options) as ReturnType<Resolver<Details>>
}

export function blankDetails(country: string): Details {
  const { phone: _, notes: __, ...billing } = blankShipping(country)
  return {
    ...blankShipping(country),
    business: false,
    vatNumber: '',
    purchaseOrderNumber: '',
    elsewhere: false,
    billing,
    save: false,
  }
}

/** The address in a billing information. */
export function billingAddressOf(from: Billing): Billing {
  const { address, city, postalCode, country, recipient, company } = from
  return { address, city, postalCode, country, recipient, company }
}

/** The input of an order, without its total and key. */
export type OrderDetailsInput = { shippingInfo: Shipping; billingInfo: BillingInfoInput; save: boolean }

/** Converts the visible fields; `saved` if the shipping address, with its company, is a saved one. */
export function orderDetailsInput(details: Details, saved: boolean): OrderDetailsInput {
  const { business, vatNumber, purchaseOrderNumber, elsewhere, billing, save } = details
  return {
    shippingInfo: { ...shippingOf(details), company: business || saved ? details.company : '' },
    billingInfo: { ...(elsewhere ? billing : {}), ...(business ? { vatNumber, purchaseOrderNumber } : {}) },
    save,
  }
}

/** The form field that a userError refers to; undefined if it concerns the order as a whole. */
export function detailsField(path: readonly string[] | null | undefined): string | undefined {
  const [of, name = ''] = path ?? []
  if (of === 'shippingInfo') return shippingFields.find((field) => field === name)
  if (of !== 'billingInfo') return undefined
  return name in billingSchema.shape ? `billing.${name}` : name
}
