import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAction } from '~/features/admin/kit/useAction'
import { type Amount, formatMoney } from '~/lib/format'
import { newIdempotencyKey } from '~/lib/idempotencyKey'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import type { AdminOrderQuery } from './AdminOrder.gen'
import { OrderRefundDocument } from './OrderRefund.gen'

type Order = NonNullable<AdminOrderQuery['order']>

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
  // One key per refund: a retry after a lost response refunds once. After a refusal, the next one is another refund.
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const { register, handleSubmit, setError, formState, watch } = useForm({
    defaultValues: { amount: refundable.amount },
  })
  const { run, send, busy, failure } = useAction({ form: { fields: ['amount'], setError } })
  const all = Number(watch('amount')) >= Number(refundable.amount)
  const submit = handleSubmit(({ amount }) =>
    run(
      async () => {
        const input = { id: order.id, paymentId, amount: amount.trim(), idempotencyKey }
        const payload = await send(OrderRefundDocument, input)
        if (payload?.userErrors[0]?.code === 'NOT_ALLOWED') setIdempotencyKey(newIdempotencyKey())
        return payload
      },
      {
        failed: "Couldn't refund the payment.",
        done: `The refund of order ${order.number} was requested`,
        onSuccess: onDone,
      },
    ),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
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
        <FormMessage failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" loading={busy} loadingText="Requesting...">
            Refund
          </Button>
          <Button onClick={onDone}>Keep payment</Button>
        </div>
      </div>
    </form>
  )
}
