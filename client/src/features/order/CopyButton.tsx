import { useEffect, useState } from 'react'
import { Button } from '~/ui/Button'
import { toast } from '~/ui/toasts'

const copiedFor = 2000

/** Puts a text into the clipboard and says so for two seconds. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedFor)
    return () => clearTimeout(timer)
  }, [copied])

  // Pages that are not served securely have no clipboard at all, and a browser may refuse its own.
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast.error(`${name} could not be copied. Select it and copy it by hand.`)
    }
  }

  const word = copied ? 'Copied' : 'Copy'
  return (
    <>
      <Button size="sm" className="min-w-20 print:hidden" aria-label={`${word} ${name}`} onClick={copy}>
        {word}
      </Button>
      <span role="status" className="sr-only">
        {copied && `${name} copied`}
      </span>
    </>
  )
}
