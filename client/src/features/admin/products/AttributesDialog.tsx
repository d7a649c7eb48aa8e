import { lazy, Suspense } from 'react'
import { Dialog } from '~/ui/Dialog'
import { Loading, Skeleton } from '~/ui/Skeleton'

/** Loaded on demand, as the list of products rarely needs them. */
const Attributes = lazy(() => import('./Attributes').catch(() => ({ default: AttributesMissing })))

function AttributesMissing() {
  return <p className="text-small text-muted">Couldn't load the attributes. Reload the page.</p>
}

export function AttributesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Attributes" place="wide">
      <Suspense
        fallback={
          <Loading label="Loading attributes">
            <Skeleton className="h-40" />
          </Loading>
        }
      >
        <Attributes />
      </Suspense>
    </Dialog>
  )
}
