import { Fragment } from 'react'
import { countryName } from '~/lib/countries'

/** An address; what is empty or missing is left out. */
export type AddressLines = {
  address: string
  city: string
  postalCode: string
  country: string
  company?: string
  recipient?: string
}

/** Company, recipient, street, postal code and city, country, on a line each. */
export function AddressText({
  to: { company, recipient, address, postalCode, city, country },
}: {
  to: AddressLines
}) {
  const lines = [company, recipient, address, `${postalCode} ${city}`, countryName(country)].filter(Boolean)
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same.
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}
