import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { AvailabilityStatus } from '~/ui/Availability'
import { Money } from '~/ui/Money'
import { SpecPlate } from '~/ui/SpecPlate'
import { SpecTable } from '~/ui/SpecTable'
import type { PrintSheet_ProductFragment } from './PrintSheet.gen'
import { usePrinting } from './usePrinting'

/** The printed page: the product as a data sheet; mounted only while printing. */
export default function PrintSheet({ product }: { product: PrintSheet_ProductFragment }) {
  const shop = settings()
  if (!usePrinting()) return null
  const { id, name, model, category, price, shortDesc, plate, specs } = product
  return (
    <article className="hidden print:block">
      <header className="flex items-end justify-between gap-8 border-b pb-4">
        <div>
          <p className="label">
            {shop.name}, {category}
          </p>
          <h1 className="mt-2 text-h2">{name}</h1>
        </div>
        <div className="label grid shrink-0 justify-items-end gap-1">
          <AvailabilityStatus of={product} />
          {price ? (
            <p>
              <Money value={price} className="text-lead" /> {price.currency}, excl. tax
            </p>
          ) : (
            <p>Price to be announced</p>
          )}
        </div>
      </header>
      <p className="my-4 text-small">{shortDesc}</p>
      <SpecPlate model={model} items={plate} />
      <div className="mt-6 columns-2 gap-8">
        {specs.map(({ title, items }) => (
          <div key={title} className="break-inside-avoid pb-5 [&_td]:py-1 [&_th]:py-1">
            <SpecTable caption={title} items={items} />
          </div>
        ))}
      </div>
      <footer className="label border-t pt-3">
        {new URL(paths.product(id), window.location.origin).href}
        <br />
        {[shop.email, shop.phone].filter(Boolean).join(', ')}
      </footer>
    </article>
  )
}
