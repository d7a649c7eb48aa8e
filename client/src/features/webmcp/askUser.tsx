import { createRoot } from 'react-dom/client'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'

type Request = { what: string; price: string }

let asking = false

/** Asks the user for confirmation; undefined while another question is open. Closing the dialog declines. */
export async function askUser(request: Request): Promise<boolean | undefined> {
  if (asking) return undefined
  asking = true
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  try {
    return await new Promise<boolean>((resolve) => root.render(<Question {...request} onDecide={resolve} />))
  } finally {
    root.unmount()
    place.remove()
    asking = false
  }
}

function Question({ what, price, onDecide }: Request & { onDecide: (agreed: boolean) => void }) {
  return (
    <Dialog open onClose={() => onDecide(false)} title="Add this to your cart?">
      <p className="text-muted">An assistant in your browser asks to add:</p>
      <p className="mt-4 font-semibold">{what}</p>
      <p className="text-small text-faint">{price}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => onDecide(true)}>
          Add to cart
        </Button>
        <Button onClick={() => onDecide(false)}>Don't add</Button>
      </div>
    </Dialog>
  )
}
