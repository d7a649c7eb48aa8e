import type { RefObject } from 'react'
import { Icon } from '~/ui/Icon'
import { useCopy } from '~/ui/useCopy'

const words = { copied: 'Copied', failed: 'Selected. Press Ctrl+C to copy.' }

/** Copies a block's code. If the browser forbids it (no HTTPS, no permission), the code is selected instead. */
export function CopyCode({
  name,
  code,
  block,
}: {
  name: string
  code: string
  block: RefObject<HTMLElement | null>
}) {
  const { outcome, copy } = useCopy()

  async function take() {
    if (!(await copy(code)) && block.current) window.getSelection()?.selectAllChildren(block.current)
  }

  return (
    <div className="flex items-center gap-3">
      <span role="status" className="label text-ok">
        {outcome && words[outcome]}
      </span>
      <button
        type="button"
        aria-label={`Copy ${name}`}
        onClick={take}
        className="label -mr-2 inline-flex min-h-11 items-center gap-2 rounded-plate px-3 text-muted transition-colors hover:bg-raised hover:text-fg"
      >
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} className="size-4" />
        Copy
      </button>
    </div>
  )
}
