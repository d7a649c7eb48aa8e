import { useEffect, useState } from 'react'
import { Button } from './Button'
import { Icon } from './Icon'

const words = { copied: 'Copied', failed: 'Copying failed' }
const icons = { copied: 'check', failed: 'alert' } as const
const saidFor = 3000

/** Puts text on the clipboard and says on itself, and to screen readers, how that went. */
export function CopyButton({
  label,
  caption,
  text,
}: {
  /** Names the button where its caption is not enough. */
  label: string
  caption: string
  text: () => string
}) {
  const [outcome, setOutcome] = useState<keyof typeof words | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), saidFor)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text())
      setOutcome('copied')
    } catch {
      // Refused, or there is no clipboard because the page came over plain HTTP.
      setOutcome('failed')
    }
  }

  return (
    <>
      <Button variant="ghost" size="sm" aria-label={label} onClick={copy}>
        <Icon name={outcome ? icons[outcome] : 'copy'} className="size-4" />
        {outcome ? words[outcome] : caption}
      </Button>
      <span role="status" className="sr-only">
        {outcome && words[outcome]}
      </span>
    </>
  )
}
