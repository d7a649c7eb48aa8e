import { itemsOf, type TextSection } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'

const linkTargets = { products: paths.products, contact: paths.contact }

/** Links to the products and to the contact page. */
export function AboutLinks({ part }: { part: TextSection }) {
  const shown = itemsOf(part, linkTargets)
  if (shown.length === 0) return null
  return (
    <nav aria-label="Where to go next" className="border-t">
      <ul className="shell grid *:not-last:border-b md:grid-cols-2 md:*:not-last:border-r md:*:not-last:border-b-0">
        {shown.map(({ id, title, text, own: to }) => (
          <li key={id} className="group">
            <Link to={to} className="flex h-full flex-col py-16 md:px-6 lg:px-8 lg:py-24">
              <span className="flex items-center justify-between gap-6 text-h1 font-semibold [font-stretch:125%]">
                {title}
                <Icon
                  name="arrow"
                  className="size-8 text-faint transition-transform duration-200 group-hover:translate-x-1 group-hover:text-signal"
                />
              </span>
              <span className="mt-4 max-w-[46ch] text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
