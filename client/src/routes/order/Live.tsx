import { useState } from 'react'
import { orderStatuses } from '~/lib/statuses'
import { useLive } from '~/lib/useLive'
import { OrderChangedDocument } from './OrderChanged.gen'

/** Keeps an order's page as the order is now, and says so when its status has changed. */
export function Live({ id, onMissed }: { id: string; onMissed: () => void }) {
  const [told, setTold] = useState('')
  useLive(
    OrderChangedDocument,
    { id },
    {
      onData: ({ orderChanged: { status } }) => setTold(`The status is ${orderStatuses[status]} now`),
      onMissed,
    },
  )
  return (
    <p role="status" className="sr-only">
      {told}
    </p>
  )
}
