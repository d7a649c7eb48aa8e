import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { errorMessage } from '~/lib/apollo'
import { settings } from '~/lib/settings'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import { toast } from '~/ui/toasts'
import { useGone } from '~/ui/useGone'
import type { CancelOrderProps } from './CancelOrder'
import { OrderCancelDocument } from './OrderCancel.gen'

/** Cancels an order after a confirmation. `onStale` must refetch an order that has changed elsewhere. */
export function CancelOrderDialog({
  open,
  ...props
}: CancelOrderProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={props.onClose} title={`Cancel order ${props.order.number}?`}>
      <Question {...props} />
    </Dialog>
  )
}

function Question({
  order: { id, number, orderItems },
  onClose,
  onStale,
  onCancelled,
}: CancelOrderProps & { onClose: () => void }) {
  const shop = settings()
  const [failure, setFailure] = useState<string | null>(null)
  const [run, { loading }] = useMutation(OrderCancelDocument)
  const gone = useGone()
  const units = orderItems.reduce((sum, { quantity }) => sum + quantity, 0)

  async function cancel() {
    setFailure(null)
    try {
      const { data } = await run({ variables: { input: { id } } })
      if (!gone.current) onClose()
      if (data?.orderCancel.order) {
        toast.success(`Order ${number} was cancelled`)
        onCancelled()
      } else {
        // The order has changed since it was loaded; the refetched page shows how.
        toast.error(data?.orderCancel.userErrors[0]?.message ?? "Couldn't cancel the order")
        await onStale()
      }
    } catch (error) {
      const why = errorMessage(error)
      if (gone.current) toast.error(`Order ${number} was not cancelled. ${why}`)
      else setFailure(why)
    }
  }

  return (
    <>
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
          <Button onClick={onClose}>Keep order</Button>
        </div>
      </div>
    </>
  )
}
