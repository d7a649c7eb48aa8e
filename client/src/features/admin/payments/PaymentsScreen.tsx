import { useDrawer } from '~/features/admin/kit/address'
import { DetailsLink, link, rowButton } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { RowDrawer } from '~/features/admin/kit/RowDrawer'
import { focusScreen } from '~/features/admin/kit/ScreenHead'
import { Parts } from '~/features/admin/kit/values'
import { formatReference } from '~/lib/formatReference'
import { paths } from '~/lib/paths'
import type { TransferFilter, TransferSort } from '~/lib/schema.gen'
import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { Day } from '~/ui/DateText'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { AdminPaymentsDocument } from './AdminPayments.gen'
import { ImportStatements } from './ImportStatements'
import { states } from './reasons'
import { TransferDetails } from './TransferDetails'
import { type ListedTransfer, useDecision } from './useDecision'

const choices: Record<string, TransferFilter> = {
  undecided: { undecided: true },
  proposed: { state: 'PROPOSED' },
  waiting: { state: 'WAITING' },
  booked: { state: 'BOOKED' },
  ignored: { state: 'IGNORED' },
}

const filters = {
  q: search('Payer, reference or text'),
  state: choice('State', {
    undecided: 'To decide',
    proposed: 'Proposed',
    waiting: 'No match',
    booked: 'Booked',
    ignored: 'Ignored',
  }),
  sort: sorting<TransferSort>([
    { value: 'newest', label: 'Newest', order: 'NEWEST' },
    { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
  ]),
}

const said = ({ reference, text, endToEndId }: ListedTransfer) =>
  [reference && formatReference(reference.replaceAll(' ', '')), text, endToEndId].filter(Boolean).join(' · ')

/** The transfers on the bank account, with the orders that they have paid. */
export default function PaymentsScreen() {
  const details = useDrawer('transfer')
  return (
    <ListScreen
      title="Payments"
      noun={['transfer', 'transfers']}
      query={AdminPaymentsDocument}
      filters={filters}
      variables={({ q, state, sort }) => ({ filter: { search: q, ...(state && choices[state]) }, sort })}
      failed="Failed to load the transfers."
      none={{
        title: 'No transfers yet',
        message: 'Import a statement of your bank to find the orders that were paid.',
      }}
      columns={[
        { header: 'Day', cell: ({ bookedOn }) => <Day value={bookedOn} short /> },
        {
          header: 'Payer',
          className: '[--min:9rem]',
          cut: ({ payer, payerIban }) => [payer, payerIban].filter(Boolean).join(', '),
          cell: ({ payer }) => (
            <span className={payer ? 'font-semibold wrap-anywhere' : 'text-faint'}>
              {payer || 'Not stated'}
            </span>
          ),
        },
        { header: 'Amount', align: 'right', cell: ({ amount }) => <Money value={amount} /> },
        {
          header: 'Text',
          wide: true,
          className: '[--min:12rem]',
          cut: said,
          cell: (transfer) => <span className="wrap-anywhere">{said(transfer)}</span>,
        },
        {
          header: 'State',
          cell: ({ state }) => <Status tone={states[state].tone}>{states[state].text}</Status>,
        },
        { header: 'Order', cell: (transfer) => <Orders transfer={transfer} /> },
        {
          header: 'Actions',
          cell: (transfer) => (
            <div className="flex flex-wrap items-center gap-x-4">
              <DetailsLink
                {...details.link(transfer.id)}
                name={`Details of the transfer by ${transfer.payer || 'an unknown payer'}`}
              />
              <Confirm transfer={transfer} />
            </div>
          ),
        },
      ]}
    >
      {({ nodes }) => (
        <>
          <ImportStatements />
          <RowDrawer id={details.id} nodes={nodes} title="Transfer" onClose={details.close}>
            {(transfer) => <TransferDetails transfer={transfer} />}
          </RowDrawer>
        </>
      )}
    </ListScreen>
  )
}

/** The orders that a transfer has paid, or the likeliest ones. */
function Orders({ transfer: { bookings, proposals } }: { transfer: ListedTransfer }) {
  const orders = bookings.length > 0 ? bookings.map(({ order }) => order) : proposals[0]?.orders
  if (!orders) return <span className="text-faint">None</span>
  return (
    <Parts>
      {orders.map(({ id, number }) => (
        <Link key={id} to={`${paths.adminOrders}?order=${id}`} className={link}>
          {bookings.length > 0 ? number : `${number}?`}
        </Link>
      ))}
    </Parts>
  )
}

/** Books a transfer for the likeliest orders. */
function Confirm({ transfer }: { transfer: ListedTransfer }) {
  // The button has been removed by then.
  const { assign, busy } = useDecision(focusScreen)
  const [first] = transfer.proposals
  if (!first) return null
  const numbers = first.orders.map(({ number }) => number).join(', ')
  return (
    <Button
      size="sm"
      variant="ghost"
      className={rowButton}
      aria-label={`Confirm ${numbers}`}
      loading={busy}
      loadingText="Booking..."
      onClick={() => assign(transfer, first.orders)}
    >
      Confirm
    </Button>
  )
}
