import { useEffect, useRef } from 'react'
import { type Amount, formatMoney } from '~/lib/format'
import { paths } from '~/lib/paths'
import { Button, ButtonLink } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'

/** Why the last attempt failed, or may have failed. */
export type OrderProblem =
  /** The total differs from the one that the buyer has seen. */
  | { kind: 'price'; before: Amount }
  /** Lines that can't be delivered, each with a message that names it. */
  | { kind: 'lines'; messages: string[] }
  | { kind: 'lost'; message?: string }
  | { kind: 'other'; message: string }

/** The button that places the order, and the last attempt's problem. `form` is the ID of the form that it submits. */
export function PlaceOrder({
  form,
  total,
  problem,
  busy,
}: {
  form: string
  total: Amount
  problem: OrderProblem | null
  busy: boolean
}) {
  const changed = problem?.kind === 'price'
  return (
    <>
      <ProblemBox problem={problem} total={total} />
      <Button
        type="submit"
        form={form}
        variant="primary"
        className="whitespace-normal"
        loading={busy}
        loadingText="Placing your order..."
      >
        {problem?.kind === 'lost'
          ? 'Try again'
          : changed
            ? `Place order for ${formatMoney(total)}`
            : 'Place order'}
      </Button>
      <Acceptance />
    </>
  )
}

/** The terms that the buyer accepts by ordering. */
export function Acceptance() {
  return (
    <p className="text-small text-faint">
      By placing your order, you accept our{' '}
      <Link to={paths.terms} className="underline underline-offset-4 hover:text-fg">
        terms of sale
      </Link>
      .
    </p>
  )
}

function ProblemBox({ problem, total }: { problem: OrderProblem | null; total: Amount }) {
  const box = useRef<HTMLDivElement>(null)
  // On a narrow screen the message may be out of view.
  useEffect(() => {
    if (problem) box.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  if (problem?.kind === 'other') return <FormMessage failure={problem.message} />
  return (
    <div ref={box} role="alert" className="empty:hidden">
      {problem && (
        <div className="grid justify-items-start gap-3 border-l-2 border-warn bg-raised p-4 text-small">
          {problem.kind === 'price' && <PriceChanged before={problem.before} now={total} />}
          {problem.kind === 'lines' && <Unavailable messages={problem.messages} />}
          {problem.kind === 'lost' && <ConnectionLost message={problem.message} />}
        </div>
      )}
    </div>
  )
}

function PriceChanged({ before, now }: { before: Amount; now: Amount }) {
  return (
    <>
      <p className="font-semibold">The total has changed. Your order has not been placed.</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-muted">Before</dt>
        <dd>
          <Money value={before} className="text-muted line-through" />
        </dd>
        <dt className="text-muted">Now</dt>
        <dd>
          <Money value={now} />
        </dd>
      </dl>
    </>
  )
}

function Unavailable({ messages }: { messages: string[] }) {
  return (
    <>
      <p className="font-semibold">Some items can't be ordered.</p>
      <ul className="grid gap-1 text-muted">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <ButtonLink to={paths.cart} size="sm">
        Edit cart
      </ButtonLink>
    </>
  )
}

/** Also shown alone when the cart is empty, as the order may have been placed. */
export function ConnectionLost({ message }: { message?: string }) {
  return (
    <>
      <p className="font-semibold">We couldn't confirm your order.</p>
      <p className="max-w-prose text-muted">
        {message ?? 'The connection was lost before we could respond.'} Your details are saved. Try again:
        your order is never placed twice.
      </p>
    </>
  )
}
