import { maxCompared } from '~/lib/compared'
import { paths } from '~/lib/paths'
import { Button, ButtonLink } from '~/ui/Button'
import { Container } from '~/ui/Layout'

/** The products chosen for a comparison, and a link to it; fixed at the bottom of the window. */
export default function CompareBar({ ids, onClear }: { ids: string[]; onClear: () => void }) {
  return (
    <section aria-label="Comparison" className="sticky bottom-0 z-30 border-y bg-raised print:hidden">
      <Container className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
        <p role="status" className="label text-muted">
          {ids.length} of {maxCompared} to compare
        </p>
        <div className="flex gap-3">
          <Button size="sm" variant="ghost" onClick={onClear}>
            Clear
          </Button>
          <ButtonLink size="sm" variant="primary" to={paths.compare(ids)}>
            Compare
          </ButtonLink>
        </div>
      </Container>
    </section>
  )
}
