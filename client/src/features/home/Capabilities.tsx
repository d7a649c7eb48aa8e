import { itemsOf, type TextSection } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { Icon } from '~/ui/Icon'

const targets = {
  picking: paths.product('1'),
  carrying: paths.product('4'),
  seeing: paths.product('9'),
  integration: paths.software,
}

/** The machines' uses, one per line; the whole line is a link. */
export function Capabilities({ part }: { part: TextSection }) {
  return (
    <ul className="border-b">
      {itemsOf(part, targets).map(({ id, title, text, own: to }) => (
        <li
          key={id}
          className="relative grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-0.5 border-t py-2 transition-colors hover:bg-raised md:grid-cols-12"
        >
          <h3 className="md:col-span-4">{title}</h3>
          <p className="max-w-prose text-small text-muted max-md:order-1 max-md:col-span-2 md:col-span-6">
            {text}
          </p>
          <ButtonLink
            to={to}
            size="sm"
            variant="ghost"
            aria-label={`Learn More: ${title}`}
            className="justify-self-end active:translate-none after:absolute after:inset-0 md:col-span-2"
          >
            <span className="max-sm:sr-only">
              Learn More<span className="sr-only">: {title}</span>
            </span>
            <Icon name="arrow" className="size-4" />
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
