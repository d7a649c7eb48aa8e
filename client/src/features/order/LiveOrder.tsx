import { type ReactNode, useState } from 'react'
import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { useLiveSubscription } from '~/lib/useLiveSubscription'
import { OrderChangedDocument } from './OrderChanged.gen'

/** Subscribes to changes of an order, and shows a toast when its status changes. */
export default function LiveOrder({ id, status }: { id: string; status: OrderStatus }): ReactNode {
  const [first] = useState(status)
  useLiveSubscription(OrderChangedDocument, { id })
  return (
    <p role="status" className="sr-only">
      {status !== first && `The status is now ${orderStatuses[status]}`}
    </p>
  )
}
