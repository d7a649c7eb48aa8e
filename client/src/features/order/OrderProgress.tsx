import type { ReactNode } from 'react'
import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { DateText } from '~/ui/DateText'
import { Icon } from '~/ui/Icon'
import { type TimelineStep, timeline } from './orderSteps'

const meanings: Record<OrderStatus, string> = {
  PENDING_PAYMENT: 'Waiting for your transfer.',
  PAID: 'Payment received.',
  PROCESSING: "We're preparing your order.",
  SHIPPED: 'On its way to you.',
  DELIVERED: 'Your order has arrived.',
  CANCELLED: 'This order was cancelled.',
  REFUNDED: 'Your payment was refunded.',
}

const lines = { done: 'border-fg', now: 'border-signal', ahead: 'border-line' }
const texts = { done: 'text-muted', now: 'text-fg', ahead: 'text-faint' }

/** Preparation by an assistant before the order was placed. */
export type Preparation = { preparedBy: string | null; preparedAt: string | null }

/**
 * An order's steps, including its preparation by an assistant, as stations on a line: left to right, on narrow screens
 * top to bottom.
 */
export function OrderProgress({
  status,
  changes,
  due,
  underWay,
  preparation: { preparedBy, preparedAt },
}: {
  status: OrderStatus
  changes: readonly { status: OrderStatus }[]
  /** Whether something is to be paid, which can also be so after the shop has begun with the order. */
  due: boolean
  /** Whether an online payment has no outcome yet. */
  underWay: boolean
  preparation: Preparation
}) {
  function note(step: OrderStatus, state: TimelineStep['state']) {
    if (due && step === 'PAID' && status !== 'PENDING_PAYMENT') return 'A payment is still due.'
    if (state !== 'now') return null
    return underWay && step === 'PENDING_PAYMENT' ? 'Your payment is being confirmed.' : meanings[step]
  }
  return (
    <ol aria-label="Progress" className="grid md:auto-cols-fr md:grid-flow-col">
      {preparedBy && (
        <Station title="Prepared" state="done">
          <span className="wrap-anywhere">by {preparedBy}</span>
          {preparedAt && <DateText value={preparedAt} time className="block" />}
        </Station>
      )}
      {timeline(status, changes, due).map(({ status: step, state }) => (
        <Station
          key={step}
          title={step === 'PENDING_PAYMENT' && state === 'done' ? 'Placed' : orderStatuses[step]}
          state={state}
        >
          {note(step, state)}
        </Station>
      ))}
    </ol>
  )
}

function Station({
  title,
  state,
  children,
}: {
  title: string
  state: TimelineStep['state']
  children: ReactNode
}) {
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={`border-l-2 pb-4 pl-5 last:pb-0 md:border-t-2 md:border-l-0 md:pt-4 md:pr-4 md:pb-0 md:pl-0 ${lines[state]} ${texts[state]}`}
    >
      <p className="label flex items-center gap-2">
        {state === 'done' && <Icon name="check" className="size-4" />}
        {title}
        <span className="sr-only">{state === 'done' ? '(done)' : state === 'ahead' && '(ahead)'}</span>
      </p>
      {children && <p className="mt-1 text-small text-muted">{children}</p>}
    </li>
  )
}
