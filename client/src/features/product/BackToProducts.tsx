import { paths } from '~/lib/paths'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'

export function BackToProducts() {
  return (
    <Link
      to={paths.products}
      className="mb-2 inline-flex min-h-11 items-center gap-2.5 text-small text-muted hover:text-fg"
    >
      <Icon name="arrow-left" className="size-4" />
      Back to Products
    </Link>
  )
}
