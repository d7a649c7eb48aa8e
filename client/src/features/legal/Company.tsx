import { addressLines, settings } from '~/lib/settings'

/** The address for everything, as a link. */
export function Mail({ children }: { children?: string }) {
  const { email } = settings()
  return <a href={`mailto:${email}`}>{children ?? email}</a>
}

/** Who is responsible, as the law wants it said. */
export function Company() {
  const shop = settings()
  return (
    <p>
      {shop.company}
      {shop.company !== shop.name && `, which trades as ${shop.name}`}
      {shop.retail && `, which also trades as ${shop.retail}`}
      <br />
      {addressLines(shop).join(', ')}
      <br />
      <Mail />
      {shop.phone && `, ${shop.phone}`}
      {shop.registrationNumber && (
        <>
          <br />
          Registration number {shop.registrationNumber}
        </>
      )}
      {shop.vatNumber && (
        <>
          <br />
          VAT number {shop.vatNumber}
        </>
      )}
    </p>
  )
}

/** The company as the recipient of a declaration. */
export function Recipient() {
  const shop = settings()
  const { street, postalCode, city } = shop.office
  return [shop.company, street, `${postalCode} ${city}`.trim(), shop.email].filter(Boolean).join(', ')
}
