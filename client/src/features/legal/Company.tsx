import { brand } from '~/lib/brand'

/** Who is responsible, as the law wants it said. */
export function Company() {
  const { street, city, country } = brand.office
  return (
    <p>
      {brand.name}, which also trades as {brand.retail}
      <br />
      {street}, {city}, {country}
      <br />
      <a href={`mailto:${brand.email}`}>{brand.email}</a>, {brand.phone}
    </p>
  )
}
