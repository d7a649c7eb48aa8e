import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'

/** Notes on products of the address that can't be shown. */
export default function CompareNotes({
  cut,
  unknown,
  onRemove,
}: {
  cut: boolean
  unknown: string[]
  onRemove: (id: string) => void
}) {
  return (
    <div role="status" className="mb-8 grid gap-3 text-small text-muted">
      {cut && (
        <p className="flex items-start gap-3">
          <Icon name="alert" className="mt-0.5 size-4 text-warn" />
          This link lists more than three products. The first three are shown.
        </p>
      )}
      {unknown.map((id) => (
        <p key={id} className="flex flex-wrap items-center gap-x-3">
          <Icon name="alert" className="size-4 text-warn" />
          <span className="min-w-0 wrap-anywhere">Product “{id}” not found.</span>
          <Button size="sm" variant="ghost" onClick={() => onRemove(id)}>
            Remove
          </Button>
        </p>
      ))}
    </div>
  )
}
