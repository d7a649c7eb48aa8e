import { useState } from 'react'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'

/** Empties the cart after asking. */
export function ClearCart({ units, onClear }: { units: number; onClear: () => void }) {
  const [asking, setAsking] = useState(false)

  // Closed first: behind an open dialog nothing takes the focus, and a failure's toast is out of sight.
  function clear() {
    setAsking(false)
    onClear()
  }

  return (
    <>
      <Button variant="ghost" size="sm" className="mt-4 -ml-4" onClick={() => setAsking(true)}>
        Clear cart
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title="Clear your cart?">
        <p className="text-muted">
          {units === 1 ? 'This removes the item in it.' : `This removes all ${units} items.`} This can't be
          undone.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button variant="danger" onClick={clear}>
            Clear cart
          </Button>
          <Button onClick={() => setAsking(false)}>Keep items</Button>
        </div>
      </Dialog>
    </>
  )
}
