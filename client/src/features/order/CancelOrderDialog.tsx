import { useMutation } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { serverMessage } from '~/lib/apollo'
import { settings } from '~/lib/settings'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import { toast } from '~/ui/toasts'
import type { CancelOrderProps } from './CancelOrder'
import { OrderCancelDocument } from './OrderCancel.gen'

/** Cancels an order after a confirmation. `onStale` must refetch an order that has changed elsewhere. */
export function CancelOrderDialog({
  open,
  order: { id, number, orderItems },
  onClose,
  onStale,
  onCancelled,
}: CancelOrderProps & { open: boolean; onClose: () => void }) {
  const shop = settings()
  const [failure, setFailure] = useState<string | null>(null)
  const [run, { loading }] = useMutation(OrderCancelDocument)
  const busy = useRef(false)
  const units = orderItems.reduce((sum, { quantity }) => sum + quantity, 0)

  function close() {
    onClose()
    setFailure(null)
  }

  async function cancel() {
    if (busy.current) return
    busy.current = true
    setFailure(null)
    try {
      const { data } = await run({ variables: { input: { id } } })
      close()
      if (data?.orderCancel.order) {
        toast.success(`Order ${number} was cancelled`)
        onCancelled()
      } else {
        // The order has changed since it was loaded; the refetched page shows how.
        toast.error(data?.orderCancel.userErrors[0]?.message ?? "Couldn't cancel the order")
        await onStale()
      }
    } catch (error) {
      setFailure(serverMessage(error) ?? 'No response. Check your connection and try again.')
    } finally {
      busy.current = false
    }
  }

  return (
    <Dialog open={open} onClose={close} title={`Cancel order ${number}?`}>
      <p className="text-muted">
        {units === 1 ? 'Its item is' : `Its ${units} items are`} no longer reserved for you. This can't be
        undone. If your transfer is on its way, email {shop.email} and we'll return it.
      </p>
      <div className="mt-8">
        <FormMessage failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" loading={loading} loadingText="Cancelling..." onClick={cancel}>
            Cancel order
          </Button>
          <Button onClick={close}>Keep order</Button>
        </div>
      </div>
    </Dialog>
  )
}
