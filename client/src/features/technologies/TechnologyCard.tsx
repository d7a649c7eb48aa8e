import type { TextSection } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { withUnits } from '~/lib/units'
import { Badge } from '~/ui/Badge'
import { Link } from '~/ui/Link'
import { RichText } from '~/ui/RichText'
import { Skeleton } from '~/ui/Skeleton'
import { TechnologyDrawing } from './TechnologyDrawing'
import type { TechnologyId } from './technologies'

/** A product as a card shows it. */
export type NamedProduct = { id: string; name: string }

/**
 * A technology: its description, figures of our machines, and which of them use it. `products` is undefined while their
 * names load; `current` marks the card that the fragment names.
 */
export function TechnologyCard({
  id,
  part: { label, title, html, items },
  number,
  products,
  current,
}: {
  id: TechnologyId
  part: TextSection
  number: number
  products: NamedProduct[] | undefined
  current: boolean
}) {
  const heading = `${id}-title`
  return (
    <article
      id={id}
      aria-labelledby={heading}
      className={`ticks flex h-full min-w-0 flex-col p-5 sm:p-8 ${current ? 'tick-signal' : ''}`}
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span
          aria-hidden="true"
          className="label grid size-8 place-items-center rounded-[50%] border border-control"
        >
          {number}
        </span>
        <h2 id={heading}>{title}</h2>
        {label && <Badge>{label}</Badge>}
      </header>
      <div className="mt-6">
        <TechnologyDrawing of={id} />
      </div>
      <RichText html={html} className="mt-6 mb-8 max-w-prose text-muted" />
      <dl className="mt-auto grid gap-5 min-[22rem]:grid-cols-2 sm:grid-cols-3 border-t pt-5">
        {items.map(({ key, title, text }) => (
          <div key={key} className="flex min-w-0 flex-col-reverse justify-end gap-1">
            <dt className="label text-faint">{text}</dt>
            <dd className="font-mono figures">{withUnits(title)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 border-t pt-4">
        <h3 className="label font-normal text-faint uppercase">Used in</h3>
        {products ? (
          <ul className="mt-1 flex flex-wrap gap-x-6">
            {products.map((product) => (
              <li key={product.id}>
                <Link
                  to={paths.product(product.id)}
                  className="inline-flex min-h-11 items-center text-small underline underline-offset-4 hover:text-signal"
                >
                  {product.name}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <div className="mt-1 flex min-h-11 items-center gap-6">
            <Skeleton className="h-5 w-36" />
            <Skeleton className="h-5 w-40" />
          </div>
        )}
      </div>
    </article>
  )
}
