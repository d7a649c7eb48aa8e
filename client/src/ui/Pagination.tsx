import { Icon } from './Icon'
import { Link, type LinkProps } from './Link'

const step = 'inline-grid size-11 place-items-center rounded-plate border border-control hover:border-fg'

export type PageLink = Pick<LinkProps, 'to' | 'onClick'>

/** Links to the pages of a list; nothing if there is only one. */
export function Pagination({
  page,
  pageCount,
  linkTo,
}: {
  page: number
  pageCount: number
  linkTo: (page: number) => PageLink
}) {
  if (pageCount < 2) return null
  return (
    <nav aria-label="Pages" className="flex items-center gap-4">
      {page > 1 && (
        <Link {...linkTo(page - 1)} aria-label="Previous page" className={step}>
          <Icon name="arrow-left" className="size-4" />
        </Link>
      )}
      <p className="label text-muted" aria-current="page">
        {page} / {pageCount}
      </p>
      {page < pageCount && (
        <Link {...linkTo(page + 1)} aria-label="Next page" className={step}>
          <Icon name="arrow" className="size-4" />
        </Link>
      )}
    </nav>
  )
}
