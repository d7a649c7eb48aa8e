import { useApolloClient } from '@apollo/client/react'
import type { Bulk } from '~/features/admin/kit/BulkBar'
import { counted } from '~/lib/counted'
import type { PreOrderStatus } from '~/lib/schema.gen'
import { preOrderStatuses } from '~/lib/statuses'
import { PreOrderStatusUpdateDocument } from './PreOrderStatusUpdate.gen'

/** What can be done with several pre-orders: each gets another status. */
export function usePreOrdersBulk(): Bulk<{ id: string; name: string }> {
  const client = useApolloClient()
  const set = async (id: string, status: PreOrderStatus) => {
    const { data } = await client.mutate({
      mutation: PreOrderStatusUpdateDocument,
      variables: { input: { id, status } },
    })
    return data?.preOrderStatusUpdate.userErrors
  }
  return {
    nameOf: ({ name }) => `the pre-order by ${name}`,
    actions: (rows) =>
      (Object.keys(preOrderStatuses) as PreOrderStatus[]).map((status) => {
        const word = preOrderStatuses[status]
        const many = counted(rows.length, 'pre-order')
        return {
          label: `Set to ${word}`,
          title: `Set ${many} to ${word}?`,
          consequence: 'Whatever status each of them has now is replaced. Nobody is told.',
          working: 'Changing',
          done: `${many} set to ${word}`,
          failed: 'Failed to update status',
          act: ({ id }) => set(id, status),
        }
      }),
  }
}
