import { useEffect, useRef } from 'react'
import { paths } from '~/lib/paths'
import { replyTime } from '~/lib/replyTime'
import { ButtonLink } from '~/ui/Button'
import { Day } from '~/ui/DateText'
import { QueuePlace } from '~/ui/QueuePlace'
import type { PlacedPreOrder } from './usePlacePreOrder'

/** Replaces the form once the pre-order is placed, and takes its focus. */
export function PreOrderPlaced({ preOrder }: { preOrder: PlacedPreOrder }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="ticks tick-signal grid justify-items-start gap-6 p-6 sm:p-8">
      <h2 ref={heading} tabIndex={-1}>
        Thank you. We've received your pre-order
      </h2>
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        <div className="grid gap-1">
          <dt className="label text-faint">Expected delivery</dt>
          <dd className="text-lead">
            <Day value={preOrder.expectedDelivery} />
          </dd>
        </div>
        <div className="grid gap-1">
          <dt className="label text-faint">Place in queue</dt>
          <dd className="text-lead">
            <QueuePlace
              position={preOrder.queuePosition}
              unitsAhead={preOrder.unitsAhead}
              confirmBy={preOrder.confirmBy}
            />
          </dd>
        </div>
      </dl>
      {preOrder.confirmBy && <p>Open the link in our email to take your place in the queue.</p>}
      {preOrder.replyBy && <p>We'll reply by {replyTime(preOrder.replyBy)}.</p>}
      <p className="text-muted">Taking you to products...</p>
      <ButtonLink to={paths.products}>Go to products now</ButtonLink>
    </div>
  )
}
