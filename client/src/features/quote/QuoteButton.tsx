import { useState } from 'react'
import { Button } from '~/ui/Button'
import { useLazyModule } from '~/ui/useLazyModule'
import type { QuoteSubject } from './QuoteDialog'

const load = () => import('./QuoteDialog')

// Preloaded when the pointer reaches the button; a failure is reported when it is pressed.
const prepare = () => void load().catch(() => undefined)

/** The button beside Get Quote that opens the dialog of a written quote, whose code loads on demand. */
export function QuoteButton(subject: QuoteSubject) {
  const dialog = useLazyModule(load)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        onClick={async () => setOpen(await dialog.load())}
        onPointerEnter={prepare}
        onFocus={prepare}
        aria-haspopup="dialog"
      >
        Quote as PDF
      </Button>
      {dialog.part && <dialog.part.QuoteDialog {...subject} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
