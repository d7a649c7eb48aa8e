import type { Bulk } from '~/features/admin/kit/BulkBar'
import { useSend } from '~/features/admin/kit/useAction'
import { useMay } from '~/features/admin/shell/access'
import { countLabel } from '~/lib/countLabel'
import { orderStatuses } from '~/lib/statuses'
import { OrderStatusUpdateDocument } from './OrderStatusUpdate.gen'
import { nextInCommon, questions } from './statusSteps'
import type { Version } from './useOrderStatus'

/** What can be done with several orders: each takes a step that is open to all of them. */
export function useOrdersBulk(): Bulk<{ id: string; number: string } & Version> {
  const send = useSend()
  const may = useMay()
  return {
    nameOf: ({ number }) => `order ${number}`,
    actions: (rows) =>
      nextInCommon(rows, may).map((status) => {
        const word = orderStatuses[status]
        const many = countLabel(rows.length, 'order')
        const { isEnd, many: consequence } = questions[status]
        return {
          label: `Set to ${word}`,
          danger: !!isEnd,
          title: `Set ${many} to ${word}?`,
          consequence: consequence(rows),
          working: 'Changing',
          done: `${many} set to ${word}`,
          failed: 'Failed to update status',
          act: ({ id, version }) => send(OrderStatusUpdateDocument, { id, status, version }),
        }
      }),
    without: 'These orders have no next status in common.',
  }
}
