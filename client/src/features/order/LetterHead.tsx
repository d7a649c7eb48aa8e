import { addressLines, settings } from '~/lib/settings'

/** The sender, on printed orders only, which lack the page's header. */
export function LetterHead() {
  const shop = settings()
  const { name, email, phone } = shop
  return (
    <div className="mb-8 hidden justify-between border-b pb-4 text-small print:flex">
      <p className="font-semibold">{name}</p>
      <p>
        {addressLines(shop).join(', ')}
        <br />
        {[email, phone].filter(Boolean).join(', ')}
      </p>
    </div>
  )
}
