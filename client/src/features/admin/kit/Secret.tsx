import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { useCopy } from '~/ui/useCopy'

const copied = { copied: 'Copied', failed: "Couldn't copy. Select it instead." }

/** A secret that is told this once. */
export function Secret({
  secret,
  warning,
  onDone,
}: {
  secret: string
  /** What somebody who has it can do. */
  warning: string
  onDone: () => void
}) {
  const { outcome, copy } = useCopy()
  return (
    <div className="grid gap-6">
      <p
        role="alert"
        className="flex items-start gap-3 border-l-2 border-warn bg-raised px-4 py-3 text-small"
      >
        <Icon name="alert" className="mt-px size-5 text-warn" />
        Copy it now. It won't be shown again. {warning}
      </p>
      <p className="rounded-plate border bg-ground px-4 py-3 font-mono text-small wrap-anywhere select-all">
        {secret}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
        <Button onClick={() => copy(secret)}>
          <Icon name="copy" className="size-4" />
          Copy secret
        </Button>
        <span role="status" className="self-center text-small text-muted">
          {outcome && copied[outcome]}
        </span>
      </div>
    </div>
  )
}
