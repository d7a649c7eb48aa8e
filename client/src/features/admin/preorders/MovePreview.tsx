import { type Column, Table } from '~/features/admin/kit/Table'
import { Parts } from '~/features/admin/kit/values'
import { countLabel } from '~/lib/countLabel'
import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { Day } from '~/ui/DateText'
import type { Preview } from './MoveDelivery'

type Row = Preview['preOrders'][number] & { id: string }

const columns: Column<Row>[] = [
  { header: 'Place', align: 'right', cell: ({ queuePosition }) => queuePosition },
  {
    header: 'Customer',
    cut: ({ preOrder: { name, email } }) => `${name}, ${email}`,
    cell: ({ preOrder: { name, email } }) => (
      <Parts>
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-faint wrap-anywhere">{email}</span>
      </Parts>
    ),
  },
  { header: 'Units', align: 'right', cell: ({ preOrder }) => preOrder.quantity },
  { header: 'Current', cell: ({ before }) => <Day value={before} short /> },
  { header: 'New', cell: ({ after }) => <Day value={after} short /> },
  {
    header: 'Email',
    cell: ({ later }) =>
      later ? <Status tone="warn">Asks to accept</Status> : <Status tone="ok">Informs</Status>,
  },
]

/** The pre-orders that a move affects, and the button that confirms it. Unticked ones are excluded. */
export function MovePreview({
  preview: { preOrders, people, units, unchanged, unitsBeyond },
  all,
  moving,
  onChoose,
  onMove,
}: {
  preview: Preview
  /** The pre-orders to choose from. */
  all: Preview['preOrders']
  moving: boolean
  /** Requests the preview of these only. */
  onChoose: (ids: string[]) => void
  onMove: () => void
}) {
  const rows = all.map((moved) => ({ ...moved, id: moved.preOrder.id }))
  const moved = new Set(preOrders.map(({ preOrder }) => preOrder.id))
  const selected = rows.filter(({ id }) => moved.has(id))
  const choose = (chosen: readonly Row[]) => {
    if (chosen.length > 0) onChoose(chosen.map(({ id }) => id))
  }
  const dates = countLabel(preOrders.length, 'date')
  const recipients = countLabel(people, 'person', 'people')
  return (
    <section aria-label="Affected customers" className="mt-8 border-t pt-6">
      <p className="mb-4 text-small text-muted">
        {`${recipients}, ${countLabel(units, 'unit')}.`}
        {unitsBeyond > 0 &&
          ` That is ${countLabel(unitsBeyond, 'unit')} more than entered, because pre-orders are not split.`}
        {unchanged > 0 && ` ${countLabel(unchanged, 'pre-order')} already expected on that day.`}
        {all.length > 1 && ' Clear a box to leave a customer out.'}
      </p>
      <Table
        caption="Affected customers"
        columns={columns}
        rows={rows}
        select={{ rows, selected, choose, nameOf: ({ preOrder }) => preOrder.name }}
      />
      <Button variant="primary" className="mt-6" loading={moving} loadingText="Moving..." onClick={onMove}>
        {`Move ${dates} and email ${recipients}`}
      </Button>
    </section>
  )
}
