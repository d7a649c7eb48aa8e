import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Payload, useAction } from '~/features/admin/kit/useAction'
import { serverMessage } from '~/lib/apollo'
import { type Amount, formatMoney } from '~/lib/format'
import { newIdempotencyKey } from '~/lib/idempotencyKey'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { AdminOrderDocument, type AdminOrderQuery } from './AdminOrder.gen'
import { OrderRefundDocument } from './OrderRefund.gen'

type Order = NonNullable<AdminOrderQuery['order']>

/** A refund without a known outcome. `lost`: the amount whose request got no answer, and which may have been made. */
type Attempt = { key: string; lost?: string }

/** By the payment's ID. They outlive the dialog: a retry after it was closed has the same key, and refunds once. */
const attempts = new Map<string, Attempt>()

/** What can be refunded of an online payment, and how; nothing for other payments. */
export function Refund({ order, payment }: { order: Order; payment: Order['payments'][number] }) {
  const [open, setOpen] = useState(false)
  const { refundable, refundPending } = payment
  if (!refundable || !refundPending) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">
      {Number(refundPending.amount) > 0 && (
        <span className="text-warn">Refund of {formatMoney(refundPending)} requested</span>
      )}
      {Number(refundable.amount) > 0 && (
        <Button size="sm" onClick={() => setOpen(true)}>
          Refund
        </Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={`Refund order ${order.number}`}>
        <RefundForm
          order={order}
          paymentId={payment.id}
          refundable={refundable}
          onDone={() => setOpen(false)}
        />
      </Dialog>
    </div>
  )
}

function RefundForm({
  order,
  paymentId,
  refundable,
  onDone,
}: {
  order: Order
  paymentId: string
  refundable: Amount
  onDone: () => void
}) {
  const client = useApolloClient()
  const lost = attempts.get(paymentId)?.lost
  const mayBeMade = (amount: string) =>
    `The refund of ${amount} ${refundable.currency} may have been made. The same amount again is not paid twice.`
  const { register, handleSubmit, setError, formState, watch } = useForm({
    defaultValues: { amount: lost ?? refundable.amount },
  })
  const { run, send, busy, failure } = useAction({ form: { fields: ['amount'], setError } })
  const all = Number(watch('amount')) >= Number(refundable.amount)

  /** Shows what the payment is now. A failure changes nothing. */
  function refresh() {
    const query = { query: AdminOrderDocument, variables: { id: order.id } }
    void client.query({ ...query, fetchPolicy: 'network-only' }).catch(() => undefined)
  }

  async function refund(amount: string): Promise<Payload | undefined> {
    const attempt = attempts.get(paymentId) ?? { key: newIdempotencyKey() }
    attempts.set(paymentId, attempt)
    try {
      const input = { id: order.id, paymentId, amount, idempotencyKey: attempt.key }
      const payload = await send(OrderRefundDocument, input)
      if (!payload) throw new Error('no payload')
      const [refusal] = payload.userErrors
      // After any other refusal, a request that got no answer may still arrive, and must find its key.
      const ended = !refusal || refusal.code === 'NOT_ALLOWED' || refusal.code === 'KEY_REUSED'
      if (ended && attempts.get(paymentId) === attempt) attempts.delete(paymentId)
      if (refusal?.code !== 'KEY_REUSED') return payload
      refresh()
      const message =
        'An earlier refund of this payment, with another amount, may have been made. Check the payments of the order before you request one more.'
      return { userErrors: [{ message }] }
    } catch (error) {
      attempt.lost = amount
      refresh()
      return { userErrors: [{ message: `${serverMessage(error) ?? 'No response.'} ${mayBeMade(amount)}` }] }
    }
  }

  const submit = handleSubmit(({ amount }) =>
    run(() => refund(amount.trim()), {
      failed: '',
      done: `The refund of order ${order.number} was requested`,
      close: onDone,
    }),
  )
  return (
    // Enter refunds an amount that was typed, not the whole one that the field starts with.
    <form
      noValidate
      onSubmit={formState.isDirty ? submit : (event) => event.preventDefault()}
      className="grid gap-6"
    >
      <TextField
        label={`Amount in ${refundable.currency}`}
        required
        inputMode="decimal"
        hint={`At most ${formatMoney(refundable)}.`}
        error={formState.errors.amount?.message}
        {...register('amount')}
      />
      <p className="text-small text-muted">
        The money goes back the way it was paid, usually within 5 to 10 days.{' '}
        {all
          ? 'When all that was paid is returned, the order becomes refunded.'
          : 'The order keeps its status, and the amount is not owed again.'}
      </p>
      <div>
        <FormMessage failure={failure ?? (lost && mayBeMade(lost))} />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" loading={busy} loadingText="Requesting..." onClick={submit}>
            Refund
          </Button>
          <Button onClick={onDone}>Keep payment</Button>
        </div>
      </div>
    </form>
  )
}
