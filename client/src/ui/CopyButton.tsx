import { Button } from './Button'
import { Icon } from './Icon'
import { useCopy } from './useCopy'

const words = { copied: 'Copied', failed: "Couldn't copy" }
const icons = { copied: 'check', failed: 'alert' } as const

/** Copies text to the clipboard and reports the result in its label and to screen readers. */
export function CopyButton({
  label,
  caption,
  text,
}: {
  /** Accessible name, if the visible text is not enough. */
  label: string
  caption: string
  text: () => string
}) {
  const { outcome, copy } = useCopy()
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={label} onClick={() => copy(text())}>
        <Icon name={outcome ? icons[outcome] : 'copy'} className="size-4" />
        {outcome ? words[outcome] : caption}
      </Button>
      <span role="status" className="sr-only">
        {outcome && words[outcome]}
      </span>
    </>
  )
}
