import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'

/** Asks for confirmation before clearing the cart. */
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
  // Closes first: behind an open dialog nothing can take the focus, and error toasts would be hidden.
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
