import { Fragment } from 'react'
import { countryName } from '~/lib/countries'

/** An address; empty lines are left out. */
type AddressLines = {
  address: string
  city: string
  postalCode: string
  country: string
  company?: string
  recipient?: string
}

/** Company, recipient, street, postal code with city, and country, each on its own line. */
export function AddressText({
  to: { company, recipient, address, postalCode, city, country },
}: {
  to: AddressLines
}) {
  const lines = [company, recipient, address, `${postalCode} ${city}`, countryName(country)].filter(Boolean)
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same text.
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}
