import type { Bulk } from '~/features/admin/kit/BulkBar'
import { useSend } from '~/features/admin/kit/useAction'
import { countLabel } from '~/lib/countLabel'
import type { PreOrderStatus } from '~/lib/schema.gen'
import { preOrderStatuses } from '~/lib/statuses'
import { PreOrderStatusUpdateDocument } from './PreOrderStatusUpdate.gen'

/** The actions on several pre-orders: setting their status. */
export function usePreOrdersBulk(): Bulk<{ id: string; name: string }> {
  const send = useSend()
  return {
    nameOf: ({ name }) => `the pre-order by ${name}`,
    actions: (rows) =>
      (Object.keys(preOrderStatuses) as PreOrderStatus[]).map((status) => {
        const word = preOrderStatuses[status]
        const many = countLabel(rows.length, 'pre-order')
        return {
          label: `Set to ${word}`,
          title: `Set ${many} to ${word}?`,
          consequence: "Replaces their current status. Customers aren't notified.",
          working: 'Changing',
          done: `${many} set to ${word}`,
          failed: 'Failed to update status',
          act: ({ id }) => send(PreOrderStatusUpdateDocument, { id, status }),
        }
      }),
  }
}
