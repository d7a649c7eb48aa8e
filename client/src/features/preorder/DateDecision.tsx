import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import { type ReactNode, useRef, useState } from 'react'
import { formatTime } from '~/lib/format'
import { isTyping } from '~/lib/isTyping'
import { replyTime } from '~/lib/replyTime'
import { Button } from '~/ui/Button'
import { DateText } from '~/ui/DateText'
import { FormMessage } from '~/ui/FormMessage'
import { ChangeForm } from './ChangeForm'
import { DateHistory } from './DateHistory'
import { type PreOrderDates_PreOrderFragment, PreOrderDates_PreOrderFragmentDoc } from './PreOrderDates.gen'
import { type PreOrderAction, type PreOrderKey, usePreOrderActions } from './usePreOrderActions'

type DatesRef = FragmentType<PreOrderDates_PreOrderFragment>

/** Actions that an email's link can start with; they still need a click. */
export type InitialAction = 'confirm' | 'keep' | 'change' | 'cancel'

/** The history of a pre-order's expected date, and the customer's actions. */
export default function DateDecision({
  preOrder,
  by,
  initialAction = null,
  onDone,
}: {
  preOrder: DatesRef
  by: PreOrderKey
  initialAction?: InitialAction | null
  onDone?: () => void
}) {
  const { data, complete } = useFragment({ fragment: PreOrderDates_PreOrderFragmentDoc, from: preOrder })
  // A new object per opening: the answer to an action closes, and reports into, only the form that it was begun in.
  const [opening, setOpening] = useState(initialAction && { of: initialAction })
  const latest = useRef(opening)
  latest.current = opening
  const open = opening?.of ?? null
  const outcome = useRef<HTMLDivElement>(null)
  const actions = usePreOrderActions(by, opening, () => {
    setOpening((now) => (now === opening ? null : now))
    // The pressed button may have been removed.
    if (latest.current === opening || !isTyping()) outcome.current?.focus()
    onDone?.()
  })
  const { doing, success, refusal, ...say } = actions
  if (!complete) return null

  const name = (does: string) => `${does} pre-order of ${data.productName}`
  const toggle = (which: InitialAction) => setOpening(open === which ? null : { of: which })
  const here = actions.opening === opening
  const field = refusal?.field?.at(-1)
  const onField = open === 'change' && here && (field === 'quantity' || field === 'message')
  const button = (action: PreOrderAction) => ({ size: 'sm' as const, loading: doing === action })
  return (
    <>
      {data.replyBy && !data.repliedAt && (
        <p className="mt-1 text-small text-muted">We'll reply by {replyTime(data.replyBy)}.</p>
      )}
      <DateHistory changes={data.expectedDeliveryChanges} />
      <div ref={outcome} tabIndex={-1} className="mt-2 outline-none">
        <FormMessage failure={onField ? null : refusal?.message} success={success ?? false} />
      </div>
      {data.status !== 'CLOSED' && data.confirmBy && (
        <Step
          text={
            <>
              Confirm to take your place in the queue. Otherwise we'll delete this pre-order on{' '}
              <DateText value={data.confirmBy} />.
            </>
          }
        >
          {'token' in by && (
            <Button
              {...button('confirm')}
              variant="primary"
              loadingText="Confirming..."
              aria-label={name('Confirm')}
              onClick={say.confirm}
            >
              Confirm
            </Button>
          )}
        </Step>
      )}
      {data.status === 'CLOSED' ? (
        data.cancelledAt && (
          <Step text={<Cancelled at={data.cancelledAt} until={data.undoUntil} />}>
            {inTime(data.undoUntil) && (
              <Button {...button('reopen')} loadingText="Undoing..." onClick={say.reopen}>
                Undo
              </Button>
            )}
          </Step>
        )
      ) : (
        <Step text={data.awaitsAnswer && 'The delivery date has moved back. Keep your pre-order?'}>
          {data.awaitsAnswer && (
            <Button
              {...button('keep')}
              variant={open === null || open === 'keep' ? 'primary' : 'secondary'}
              loadingText="Keeping..."
              aria-label={`Keep new date of ${data.productName}`}
              onClick={() => say.keep(data.expectedDelivery)}
            >
              Keep new date
            </Button>
          )}
          <Button
            size="sm"
            aria-label={name('Change')}
            aria-expanded={open === 'change'}
            onClick={() => toggle('change')}
          >
            Change
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={name('Cancel')}
            aria-expanded={open === 'cancel'}
            onClick={() => toggle('cancel')}
          >
            Cancel
          </Button>
        </Step>
      )}
      {data.status !== 'CLOSED' && open === 'change' && (
        <ChangeForm
          quantity={data.quantity}
          message={data.message}
          error={onField && field && refusal ? { field, message: refusal.message } : undefined}
          loading={doing === 'change' && here}
          onSend={say.change}
          onClose={() => setOpening(null)}
        />
      )}
      {data.status !== 'CLOSED' && open === 'cancel' && (
        <Step text="Cancel this pre-order? You lose your place in the queue. You can undo this for 10 minutes.">
          <Button
            {...button('cancel')}
            variant="danger"
            loading={doing === 'cancel' && here}
            loadingText="Cancelling..."
            onClick={say.cancel}
          >
            Cancel pre-order
          </Button>
          <Button size="sm" onClick={() => setOpening(null)}>
            Keep pre-order
          </Button>
        </Step>
      )}
    </>
  )
}

function Step({ text, children }: { text?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-4 pb-6 last:pb-0">
      {text && <p className="text-small text-muted">{text}</p>}
      <div className="flex flex-wrap gap-3 empty:hidden">{children}</div>
    </div>
  )
}

const inTime = (until: string | null) => until !== null && Date.now() < Date.parse(until)

function Cancelled({ at, until }: { at: string; until: string | null }) {
  return (
    <>
      Cancelled on <DateText value={at} />.
      {until && inTime(until) && ` You can undo this until ${formatTime(until)}.`}
    </>
  )
}
