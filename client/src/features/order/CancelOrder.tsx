import { useState } from 'react'
import { Button } from '~/ui/Button'
import { useLazyModule } from '~/ui/useLazyModule'

const load = () => import('./CancelOrderDialog')

export type CancelOrderProps = {
  order: { id: string; number: string; orderItems: { quantity: number }[] }
  onStale: () => Promise<unknown>
  /** Called after cancelling: the button is removed, so the focus must move. */
  onCancelled: () => void
}

/** The button that opens the dialog to cancel an order. */
export function CancelOrder(props: CancelOrderProps) {
  const dialog = useLazyModule(load)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="danger" size="sm" onClick={async () => setAsking(await dialog.load())}>
        Cancel order
      </Button>
      {dialog.part && (
        <dialog.part.CancelOrderDialog {...props} open={asking} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
