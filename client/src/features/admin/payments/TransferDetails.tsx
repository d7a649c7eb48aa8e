import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { link } from '~/features/admin/kit/controls'
import { Fact, Written } from '~/features/admin/kit/values'
import { formatReference } from '~/lib/formatReference'
import { paths } from '~/lib/paths'
import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { Day } from '~/ui/DateText'
import { TextField } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { OrderStatusLabel } from '~/ui/OrderStatusLabel'
import { OrdersToPayDocument } from './AdminPayments.gen'
import { reasons, states } from './reasons'
import { type ListedTransfer, useDecision } from './useDecision'

type Order = ListedTransfer['proposals'][number]['orders'][number]

/** The details of a transfer, with the possible decisions. */
export function TransferDetails({ transfer }: { transfer: ListedTransfer }) {
  const { id, state, bookedOn, amount, payer, payerIban, reference, endToEndId, text, ignoredReason } =
    transfer
  const { release, busy } = useDecision()
  const decided = state === 'BOOKED' || state === 'IGNORED'
  return (
    <>
      <dl className="grid gap-4">
        <Fact label="Amount">
          <Money value={amount} className="text-lead" />
        </Fact>
        <Fact label="State">
          <Status tone={states[state].tone}>{states[state].text}</Status>
          {ignoredReason && <span className="block text-muted wrap-anywhere">{ignoredReason}</span>}
        </Fact>
        <Fact label="Booked by the bank">
          <Day value={bookedOn} short />
        </Fact>
        <Fact label="Payer">
          <span className="block font-semibold wrap-anywhere">{payer || 'Not stated'}</span>
          {payerIban && <span className="font-mono">{formatReference(payerIban)}</span>}
        </Fact>
        {reference && (
          <Fact label="Reference">
            <span className="font-mono wrap-anywhere">{formatReference(reference.replaceAll(' ', ''))}</span>
          </Fact>
        )}
        {endToEndId && (
          <Fact label="End-to-end ID">
            <span className="font-mono wrap-anywhere">{endToEndId}</span>
          </Fact>
        )}
        {text && (
          <Fact label="Text">
            <Written text={text} />
          </Fact>
        )}
      </dl>
      {decided ? (
        <section aria-label={transfer.bookings.length > 0 ? 'Booked for' : 'Decision'} className="grid gap-4">
          {transfer.bookings.length > 0 && (
            <>
              <h3 className="label font-normal text-faint">Booked for</h3>
              <ul className="border-b">
                {transfer.bookings.map(({ payment, order }) => (
                  <li key={payment.id} className="flex justify-between gap-4 border-t py-3">
                    <Link to={`${paths.adminOrders}?order=${order.id}`} className={link}>
                      {order.number}
                    </Link>
                    <Money value={payment.amount} />
                  </li>
                ))}
              </ul>
            </>
          )}
          <div>
            <Button size="sm" loading={busy} loadingText="Undoing..." onClick={() => release(transfer)}>
              Undo
            </Button>
          </div>
        </section>
      ) : (
        <Decide key={id} transfer={transfer} />
      )}
    </>
  )
}

/** The proposals for a transfer, a search for another order, and a reason to ignore it. */
function Decide({ transfer }: { transfer: ListedTransfer }) {
  const { assign, ignore, busy } = useDecision()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <>
      {transfer.proposals.length > 0 && (
        <section aria-labelledby="proposals" className="grid gap-3">
          <h3 id="proposals" className="label font-normal text-faint">
            Proposals
          </h3>
          <ul className="grid gap-4">
            {transfer.proposals.map(({ orders, reasons: why }) => (
              <li key={orders.map(({ id }) => id).join()} className="grid gap-3 border-t pt-3">
                {orders.map((order) => (
                  <OrderLine key={order.id} order={order} />
                ))}
                <ul className="grid gap-1">
                  {why.map((reason) => (
                    <li key={reason} className="flex items-start gap-2">
                      <Icon
                        name={reasons[reason].doubt ? 'alert' : 'check'}
                        className={`mt-0.5 size-4 shrink-0 ${reasons[reason].doubt ? 'text-warn' : 'text-ok'}`}
                      />
                      {reasons[reason].text}
                    </li>
                  ))}
                </ul>
                <div>
                  <Button
                    size="sm"
                    loading={busy}
                    loadingText="Booking..."
                    onClick={() => assign(transfer, orders)}
                  >
                    Book for {orders.map(({ number }) => number).join(', ')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <FindOrder onFound={(order) => assign(transfer, [order])} busy={busy} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setMissing(reason.trim() === '')
          if (reason.trim() !== '') void ignore(transfer, reason.trim())
        }}
        className="grid gap-4 border-t pt-6"
      >
        <TextField
          label="Reason to ignore it"
          required
          maxLength={200}
          value={reason}
          error={missing ? 'Reason is required' : undefined}
          hint="For money that pays no order, such as a loan."
          onChange={({ target }) => {
            setMissing(false)
            setReason(target.value)
          }}
        />
        <div>
          <Button type="submit" size="sm" loading={busy} loadingText="Saving...">
            Ignore transfer
          </Button>
        </div>
      </form>
    </>
  )
}

/** The fields of an order that help to match it with a transfer. */
function OrderLine({ order: { id, number, buyer, openAmount, status } }: { order: Order }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <span className="min-w-0">
        <Link to={`${paths.adminOrders}?order=${id}`} className={`font-semibold ${link}`}>
          {number}
        </Link>{' '}
        <span className="wrap-anywhere">{buyer.name}</span>
      </span>
      <span className="flex items-center gap-3">
        <OrderStatusLabel status={status} />
        <span className="whitespace-nowrap">
          <Money value={openAmount} /> open
        </span>
      </span>
    </p>
  )
}

/** Finds an order by number, reference or buyer. */
function FindOrder({ onFound, busy }: { onFound: (order: Order) => void; busy: boolean }) {
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState('')
  const { data, loading, error, refetch } = useQuery(OrdersToPayDocument, {
    variables: { text: wanted },
    skip: wanted === '',
    fetchPolicy: 'network-only',
  })
  const found = data?.orders.nodes
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        if (text.trim() === wanted) void refetch().catch(() => undefined)
        else setWanted(text.trim())
      }}
      className="grid gap-4 border-t pt-6"
    >
      <TextField
        label="Another order"
        required
        value={text}
        maxLength={200}
        hint="Number, reference or buyer"
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button type="submit" size="sm" loading={loading} loadingText="Searching...">
          Find order
        </Button>
      </div>
      <div role="status" className="grid gap-3">
        {error && <p className="text-error">Couldn't search the orders. Try again.</p>}
        {!loading && found?.length === 0 && <p className="text-muted">No order found.</p>}
        {found?.map((order) => (
          <div key={order.id} className="grid gap-3 border-t pt-3">
            <OrderLine order={order} />
            <div>
              <Button size="sm" loading={busy} loadingText="Booking..." onClick={() => onFound(order)}>
                Book for {order.number}
              </Button>
            </div>
          </div>
        ))}
      </div>
    </form>
  )
}
