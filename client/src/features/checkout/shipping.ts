/** A shipping address; its last four fields are empty if unknown. */
export type Shipping = {
  address: string
  city: string
  postalCode: string
  country: string
  recipient: string
  company: string
  phone: string
  notes: string
}

export function blankShipping(country: string): Shipping {
  return {
    address: '',
    city: '',
    postalCode: '',
    country,
    recipient: '',
    company: '',
    phone: '',
    notes: '',
  }
}

export const shippingFields = Object.keys(blankShipping('')) as (keyof Shipping)[]

/** The address fields of an object that has more. */
export function shippingOf(from: Shipping): Shipping {
  return Object.fromEntries(shippingFields.map((name) => [name, from[name]])) as Shipping
}

export function sameShipping(one: Shipping, other: Shipping): boolean {
  return shippingFields.every((name) => one[name] === other[name])
}
