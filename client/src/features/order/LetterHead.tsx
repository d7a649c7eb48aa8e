import { brand } from '~/lib/brand'

/** Who sent it: for the printed order only, whose page has no frame. */
export function LetterHead() {
  const { name, office, email, phone } = brand
  return (
    <div className="mb-8 hidden justify-between border-b pb-4 text-small print:flex">
      <p className="font-semibold">{name}</p>
      <p>
        {office.street}, {office.city}, {office.country}
        <br />
        {email}, {phone}
      </p>
    </div>
  )
}
