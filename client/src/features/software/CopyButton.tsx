import { type RefObject, useEffect, useState } from 'react'
import { Icon } from '~/ui/Icon'

const shownFor = 3000

type Outcome = 'Copied' | 'Selected: copy it with the keyboard'

/** Copies a block's code. Where the browser forbids it (no HTTPS, no permission) the code is selected instead. */
export function CopyButton({
  name,
  code,
  block,
}: {
  name: string
  code: string
  block: RefObject<HTMLElement | null>
}) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), shownFor)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      setOutcome('Copied')
    } catch {
      if (!block.current) return
      window.getSelection()?.selectAllChildren(block.current)
      setOutcome('Selected: copy it with the keyboard')
    }
  }

  return (
    <div className="flex items-center gap-3">
      <span role="status" className="label text-ok">
        {outcome}
      </span>
      <button
        type="button"
        aria-label={`Copy ${name}`}
        onClick={copy}
        className="label -mr-2 inline-flex min-h-11 items-center gap-2 rounded-plate px-3 text-muted transition-colors hover:bg-raised hover:text-fg"
      >
        <Icon name={outcome === 'Copied' ? 'check' : 'copy'} className="size-4" />
        Copy
      </button>
    </div>
  )
}
