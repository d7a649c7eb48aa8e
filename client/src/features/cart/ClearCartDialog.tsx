import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'

/** Asks whether the cart is to be emptied. */
export function ClearCartDialog({
  open,
  units,
  onClear,
  onClose,
}: {
  open: boolean
  units: number
  onClear: () => void
  onClose: () => void
}) {
  // Closed first: behind an open dialog nothing takes the focus, and a failure's toast is out of sight.
  function clear() {
    onClose()
    onClear()
  }

  return (
    <Dialog open={open} onClose={onClose} title="Clear your cart?">
      <p className="text-muted">
        {units === 1 ? 'This removes the item in it.' : `This removes all ${units} items.`} This can't be
        undone.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="danger" onClick={clear}>
          Clear cart
        </Button>
        <Button onClick={onClose}>Keep items</Button>
      </div>
    </Dialog>
  )
}
