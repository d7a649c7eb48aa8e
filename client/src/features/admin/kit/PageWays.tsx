import { ButtonLink } from '~/ui/Button'
import { Icon } from '~/ui/Icon'

/** The ways through a list whose pages have no numbers: back to its beginning, and on. */
export function PageWays({ first, next }: { first?: string; next?: string }) {
  if (!first && !next) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap gap-3">
      {first && (
        <ButtonLink to={first} size="sm">
          <Icon name="arrow-left" className="size-4" />
          Newest
        </ButtonLink>
      )}
      {next && (
        <ButtonLink to={next} size="sm">
          Older
          <Icon name="arrow" className="size-4" />
        </ButtonLink>
      )}
    </nav>
  )
}
