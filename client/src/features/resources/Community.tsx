import { brand } from '~/lib/brand'
import { Icon } from '~/ui/Icon'

/** Where to find us elsewhere. */
export function Community() {
  return (
    <ul className="border-b">
      {brand.social.map(({ name, href }) => (
        <li key={name} className="border-t">
          <a
            href={href}
            rel="noreferrer"
            className="flex min-h-14 items-center justify-between gap-6 font-semibold hover:text-signal"
          >
            {name}
            <Icon name="external" className="size-4 text-faint" />
          </a>
        </li>
      ))}
    </ul>
  )
}
