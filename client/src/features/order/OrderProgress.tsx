import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { Icon } from '~/ui/Icon'
import { timeline } from './orderSteps'

const meanings: Record<OrderStatus, string> = {
  PENDING_PAYMENT: 'Waiting for your transfer.',
  PAID: 'Payment received.',
  PROCESSING: "We're preparing and testing your order.",
  SHIPPED: 'On its way to you.',
  DELIVERED: 'Your order has arrived.',
  CANCELLED: 'This order was cancelled.',
  REFUNDED: 'Your payment was refunded.',
}

const lines = { done: 'border-fg', now: 'border-signal', ahead: 'border-line' }
const texts = { done: 'text-muted', now: 'text-fg', ahead: 'text-faint' }

/** How far an order has come, as stations on a line: from left to right, on narrow screens from top to bottom. */
export function OrderProgress({ status }: { status: OrderStatus }) {
  return (
    <ol aria-label="Progress" className="grid md:auto-cols-fr md:grid-flow-col">
      {timeline(status).map(({ status: step, state }) => (
        <li
          key={step}
          aria-current={state === 'now' ? 'step' : undefined}
          className={`border-l-2 pb-4 pl-5 last:pb-0 md:border-t-2 md:border-l-0 md:pt-4 md:pr-4 md:pb-0 md:pl-0 ${lines[state]} ${texts[state]}`}
        >
          <p className="label flex items-center gap-2">
            {state === 'done' && <Icon name="check" className="size-4" />}
            {orderStatuses[step]}
            <span className="sr-only">{state === 'done' ? '(done)' : state === 'ahead' && '(ahead)'}</span>
          </p>
          {state === 'now' && <p className="mt-1 text-small text-muted">{meanings[step]}</p>}
        </li>
      ))}
    </ol>
  )
}
