import { settings } from '~/lib/settings'
import { Icon } from './Icon'

/** Links to the company's profiles on other networks, one per row. */
export function CommunityLinks() {
  const { social = [] } = settings()
  return (
    <ul className="border-b">
      {social.map(({ name, url }) => (
        <li key={url} className="border-t">
          <a
            href={url}
            rel="noreferrer"
            className="group flex min-h-14 items-center justify-between gap-6 font-semibold hover:text-signal"
          >
            {name}
            <Icon name="external" className="size-4 text-faint group-hover:text-signal" />
          </a>
        </li>
      ))}
    </ul>
  )
}
