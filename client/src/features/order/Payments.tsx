import type { ReactNode } from 'react'
import { DateText, Day } from '~/ui/DateText'
import { Money } from '~/ui/Money'
import type { OrderDetails_OrderFragment } from './OrderDetails.gen'
import { unsigned } from './unsigned'

type Props = Pick<OrderDetails_OrderFragment, 'payments' | 'openAmount'> & {
  /** Renders the heading as a label, for drawers. */
  inDrawer?: boolean
  /** Actions for a payment. */
  action?: (id: string) => ReactNode
}

const sources = { TRANSFER: 'Bank transfer', MANUAL: 'Payment', ONLINE: 'Online payment' } as const

/** An order's payments, refunds and open amount; nothing before the first payment. */
export default function Payments({ payments, openAmount, inDrawer, action }: Props) {
  const counting = payments.filter(({ status }) => status === 'SUCCEEDED')
  const open = Number(openAmount.amount)
  if (counting.length === 0) return null
  return (
    <section aria-labelledby="payments" className="grid gap-3">
      {inDrawer ? (
        <h3 id="payments" className="label font-normal text-faint">
          Payments
        </h3>
      ) : (
        <h2 id="payments" className="text-lead">
          Payments
        </h2>
      )}
      <ul className="border-b text-small">
        {counting.map(({ id, source, amount, paidAt }) => (
          <li key={id} className="border-t py-2.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>
                {amount.amount.startsWith('-') ? 'Returned' : sources[source]},{' '}
                {source === 'TRANSFER' ? <Day value={paidAt} /> : <DateText value={paidAt} />}
              </span>
              <Money value={amount} />
            </p>
            {action?.(id)}
          </li>
        ))}
      </ul>
      {open !== 0 && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
          <span className="font-semibold">{open > 0 ? 'Open' : 'To be returned'}</span>
          <Money value={unsigned(openAmount)} className="font-semibold" />
        </p>
      )}
    </section>
  )
}
