import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { useSend } from '~/features/admin/kit/useAction'
import { useMay } from '~/features/admin/shell/access'
import { unsigned } from '~/features/order/unsigned'
import { formatMoney } from '~/lib/format'
import { Button } from '~/ui/Button'
import type { AdminOrderQuery } from './AdminOrder.gen'
import { OrderPaymentRecordDocument } from './OrderPaymentRecord.gen'

/**
 * Records that what is open was paid, or returned, outside of the shop. Orders that wait for their payment are marked
 * as paid instead.
 */
export function RecordPayment({ order }: { order: NonNullable<AdminOrderQuery['order']> }) {
  const [asked, setAsked] = useState(false)
  const send = useSend()
  const may = useMay()
  const { id, number, version, status, expiredAt, openAmount } = order
  const open = Number(openAmount.amount)
  if (open === 0 || status === 'PENDING_PAYMENT' || !may('WRITE_PAYMENTS')) return null
  const amount = formatMoney(unsigned(openAmount))
  const what = open > 0 ? 'payment' : 'return'
  return (
    <div>
      <Button size="sm" onClick={() => setAsked(true)}>
        Record {what} of {amount}
      </Button>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={`Record the ${what} of ${amount}?`}
        action={`Record ${what}`}
        working="Recording..."
        keep="Cancel"
        failed={`Failed to record the ${what}.`}
        done={`The ${what} of ${amount} for order ${number} was recorded`}
        act={() => send(OrderPaymentRecordDocument, { id, version })}
      >
        <p>
          {open > 0
            ? 'Use this for money that no bank statement shows, such as cash.'
            : 'Send the money back first: this only records it.'}{' '}
          {status === 'CANCELLED' && expiredAt
            ? 'The order becomes refunded, and the buyer gets an email.'
            : 'The order keeps its status.'}{' '}
          This can't be undone.
        </p>
      </Confirm>
    </div>
  )
}
