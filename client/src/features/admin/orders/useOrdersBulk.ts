import { useApolloClient } from '@apollo/client/react'
import type { Bulk } from '~/features/admin/kit/BulkBar'
import { counted } from '~/lib/counted'
import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { OrderStatusUpdateDocument } from './OrderStatusUpdate.gen'
import { ends, nextInCommon } from './statusSteps'
import type { Version } from './useOrderStatus'

/** What can be done with several orders: each takes a step that is open to all of them. */
export function useOrdersBulk(): Bulk<{ id: string; number: string } & Version> {
  const client = useApolloClient()
  const move = async ({ id, version }: { id: string } & Version, status: OrderStatus) => {
    const { data } = await client.mutate({
      mutation: OrderStatusUpdateDocument,
      variables: { input: { id, status, version } },
    })
    return data?.orderStatusUpdate.userErrors
  }
  return {
    nameOf: ({ number }) => `order ${number}`,
    actions: (rows) =>
      nextInCommon(rows).map((status) => {
        const word = orderStatuses[status]
        const many = counted(rows.length, 'order')
        const end = ends[status]
        return {
          label: `Set to ${word}`,
          danger: end !== undefined,
          title: `Set ${many} to ${word}?`,
          consequence: end ? `${end.many} This can't be undone.` : 'Each buyer is told by email.',
          working: 'Changing',
          done: `${many} set to ${word}`,
          failed: 'Failed to update status',
          act: (order) => move(order, status),
        }
      }),
    without: 'No status can follow for all of them.',
  }
}
