import { useState } from 'react'
import { Button } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import type { QuoteSubject } from './QuoteDialog'

const load = () => import('./QuoteDialog')

// Whoever points at the button will want it; a failure is told when it is pressed.
const prepare = () => void load().catch(() => undefined)

/** The button beside Get Quote that leads to a written quote (decisions: Get Quote). The dialog comes when it is wanted. */
export function WrittenQuote(subject: QuoteSubject) {
  const [part, setPart] = useState<typeof import('./QuoteDialog')>()
  const [open, setOpen] = useState(false)

  async function show() {
    setOpen(true)
    try {
      setPart(await load())
    } catch {
      setOpen(false)
      toast.error('The form could not be loaded. Check your connection and try again.')
    }
  }

  return (
    <>
      <Button onClick={show} onPointerEnter={prepare} onFocus={prepare} aria-haspopup="dialog">
        Written quote
      </Button>
      {part && <part.QuoteDialog {...subject} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
