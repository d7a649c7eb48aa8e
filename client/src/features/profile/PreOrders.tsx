import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import type { PreOrderStatus } from '~/lib/schema.gen'
import { preOrderStatuses } from '~/lib/statuses'
import { Status } from '~/ui/Badge'
import { IconButton } from '~/ui/Button'
import { DateText, Day } from '~/ui/DateText'
import type { Tone } from '~/ui/Dot'
import { Icon } from '~/ui/Icon'
import { QueuePlace } from '~/ui/QueuePlace'
import { FactPairs } from './FactPairs'
import { Panel, type PanelProps } from './Panel'
import { type PreOrderRow_PreOrderFragment, PreOrderRow_PreOrderFragmentDoc } from './PreOrderRow.gen'

type Ref = FragmentType<PreOrderRow_PreOrderFragment>

const tones: Record<PreOrderStatus, Tone> = { PENDING: 'warn', CONTACTED: 'info', CLOSED: 'neutral' }

export function PreOrders<PreOrder extends Ref & { id: string }>({
  preOrders,
  refreshing,
  onRefresh,
  dates,
  ...panel
}: PanelProps & {
  preOrders: PreOrder[]
  refreshing: boolean
  onRefresh: () => void
  /** The history of a pre-order's expected date, and the customer's actions. */
  dates: (preOrder: PreOrder) => ReactNode
}) {
  return (
    <Panel
      {...panel}
      className="lg:col-span-7"
      title="Pre-orders"
      empty={{ title: 'No pre-orders yet', to: paths.products, way: 'Browse Products' }}
      action={
        <IconButton label="Refresh pre-orders" onClick={onRefresh} aria-busy={refreshing || undefined}>
          <Icon
            name="refresh"
            className={`size-5 ${refreshing ? 'animate-[turn_900ms_linear_infinite]' : ''}`}
          />
        </IconButton>
      }
    >
      {preOrders.map((preOrder) => (
        <PreOrderRow key={preOrder.id} preOrder={preOrder}>
          {dates(preOrder)}
        </PreOrderRow>
      ))}
    </Panel>
  )
}

function PreOrderRow({ preOrder, children }: { preOrder: Ref; children: ReactNode }) {
  const { data, complete } = useFragment({ fragment: PreOrderRow_PreOrderFragmentDoc, from: preOrder })
  if (!complete) return null
  return (
    <li className="border-b py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h3 className="min-w-0 wrap-anywhere">{`Pre-order: ${data.productName}`}</h3>
        <Status tone={tones[data.status]}>{preOrderStatuses[data.status]}</Status>
      </div>
      <FactPairs
        line
        items={[
          { label: 'Placed', value: <DateText value={data.createdAt} /> },
          { label: 'Expected', value: <Day value={data.expectedDelivery} /> },
          {
            label: 'Queue',
            value: (
              <QueuePlace
                position={data.queuePosition}
                unitsAhead={data.unitsAhead}
                confirmBy={data.confirmBy}
              />
            ),
          },
          { label: 'Quantity', value: data.quantity },
          { label: 'Message', value: data.message || 'None' },
        ]}
      />
      {children}
    </li>
  )
}
