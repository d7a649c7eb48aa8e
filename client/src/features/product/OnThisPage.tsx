import { Link } from 'react-router-dom'
import { paths } from '~/lib/paths'

const link =
  'inline-flex min-h-11 items-center text-small text-muted underline decoration-control underline-offset-4 hover:text-fg'

/** Ways on from the first screen: the parts of the page that have an address, and the comparison. */
export function OnThisPage({ id, specs, plans }: { id: string; specs: boolean; plans: boolean }) {
  return (
    <nav aria-label="More about this product" className="flex flex-wrap gap-x-6 border-t pt-2">
      {specs && (
        <Link to={{ hash: 'specs' }} className={link}>
          Specifications
        </Link>
      )}
      <Link to={{ hash: 'documents' }} className={link}>
        Documents
      </Link>
      {plans && (
        <Link to={{ hash: 'plans' }} className={link}>
          Plans
        </Link>
      )}
      <Link to={{ hash: 'reviews' }} className={link}>
        Reviews
      </Link>
      <Link to={paths.compare([id])} className={link}>
        Compare
      </Link>
    </nav>
  )
}
