import { type Column, Table } from '~/features/admin/kit/Table'
import { Day, Parts } from '~/features/admin/kit/values'
import { counted } from '~/lib/counted'
import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import type { Preview } from './MoveDelivery'

type Row = Preview['preOrders'][number] & { id: string }

const columns: Column<Row>[] = [
  { header: 'Place', align: 'right', cell: ({ queuePosition }) => queuePosition },
  {
    header: 'Who',
    cut: ({ preOrder: { name, email } }) => `${name}, ${email}`,
    cell: ({ preOrder: { name, email } }) => (
      <Parts>
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-faint wrap-anywhere">{email}</span>
      </Parts>
    ),
  },
  { header: 'Units', align: 'right', cell: ({ preOrder }) => preOrder.quantity },
  { header: 'Now', cell: ({ before }) => <Day value={before} /> },
  { header: 'Then', cell: ({ after }) => <Day value={after} /> },
  {
    header: 'Letter',
    cell: ({ later }) =>
      later ? <Status tone="warn">Later: asks</Status> : <Status tone="ok">Sooner: tells</Status>,
  },
]

/** Whom a move touches, and the button that does it. Unticked ones are left out. */
export function MovePreview({
  preview: { preOrders, people, units, unchanged, unitsBeyond },
  all,
  moving,
  onChoose,
  onMove,
}: {
  preview: Preview
  /** Everybody who can be ticked. */
  all: Preview['preOrders']
  moving: boolean
  /** Asks for the preview of these only. */
  onChoose: (ids: string[]) => void
  onMove: () => void
}) {
  const rows = all.map((moved) => ({ ...moved, id: moved.preOrder.id }))
  const moved = new Set(preOrders.map(({ preOrder }) => preOrder.id))
  const selected = rows.filter(({ id }) => moved.has(id))
  const choose = (chosen: readonly Row[]) => {
    if (chosen.length > 0) onChoose(chosen.map(({ id }) => id))
  }
  const dates = counted(preOrders.length, 'date')
  const letters = counted(people, 'person', 'people')
  return (
    <section aria-label="Whom it touches" className="mt-8 border-t pt-6">
      <p className="mb-4 text-small text-muted">
        {`${letters}, ${counted(units, 'unit')}.`}
        {unitsBeyond > 0 &&
          ` ${counted(unitsBeyond, 'unit')} more than asked for: a pre-order is not divided.`}
        {unchanged > 0 && ` ${counted(unchanged, 'pre-order')} expected on that day already and left alone.`}
        {all.length > 1 && ' Untick whom you want to leave out.'}
      </p>
      <Table
        caption="Whom it touches"
        columns={columns}
        rows={rows}
        select={{ rows, selected, choose, nameOf: ({ preOrder }) => preOrder.name }}
      />
      <Button variant="primary" className="mt-6" loading={moving} loadingText="Moving..." onClick={onMove}>
        {`Move ${dates} and write to ${letters}`}
      </Button>
    </section>
  )
}
