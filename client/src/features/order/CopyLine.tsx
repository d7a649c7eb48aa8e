import { Button } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import { useCopy } from '~/ui/useCopy'

/** Copies a text to the clipboard and reports the result. */
export function CopyLine({ name, text }: { name: string; text: string }) {
  const { outcome, copy } = useCopy()
  const copied = outcome === 'copied'

  async function take() {
    if (!(await copy(text))) toast.error(`Couldn't copy ${name}. Select it and copy it manually.`)
  }

  const word = copied ? 'Copied' : 'Copy'
  return (
    <>
      <Button size="sm" className="min-w-20 print:hidden" aria-label={`${word} ${name}`} onClick={take}>
        {word}
      </Button>
      <span role="status" className="sr-only">
        {copied && `${name} copied`}
      </span>
    </>
  )
}
