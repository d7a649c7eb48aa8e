import { type ReactNode, useState } from 'react'
import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { useLiveSubscription } from '~/lib/useLiveSubscription'
import { OrderChangedDocument } from './OrderChanged.gen'

/** Keeps an order's page as the order is now, and says so when its status has changed. */
export default function LiveOrder({ id, status }: { id: string; status: OrderStatus }): ReactNode {
  const [first] = useState(status)
  useLiveSubscription(OrderChangedDocument, { id })
  return (
    <p role="status" className="sr-only">
      {status !== first && `The status is now ${orderStatuses[status]}`}
    </p>
  )
}
