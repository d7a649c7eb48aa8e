import { useApolloClient } from '@apollo/client/react'
import type { Bulk } from '~/features/admin/kit/BulkBar'
import { evict } from '~/features/admin/kit/evict'
import { counted } from '~/lib/counted'
import type { ContactStatus } from '~/lib/schema.gen'
import { ContactMessageDeleteDocument, ContactMessageResolveDocument } from './ContactMessageEdits.gen'

/** What can be done with several messages; only those that wait are resolved. */
export function useContactsBulk(): Bulk<{ id: string; name: string; status: ContactStatus }> {
  const client = useApolloClient()
  return {
    nameOf: ({ name }) => `the message from ${name}`,
    actions: (rows) => {
      const many = counted(rows.length, 'message')
      const resolve = {
        label: 'Mark Resolved',
        title: `Mark ${many} as resolved?`,
        consequence: 'They no longer count as waiting for an answer.',
        working: 'Resolving',
        done: `${many} resolved`,
        failed: 'Failed to update status.',
        act: async ({ id }: { id: string }) => {
          const { data } = await client.mutate({
            mutation: ContactMessageResolveDocument,
            variables: { input: { id } },
          })
          return data?.contactMessageResolve.userErrors
        },
      }
      const remove = {
        label: 'Delete',
        danger: true,
        title: `Delete ${many}?`,
        consequence: "They are gone for everybody then. This can't be undone.",
        working: 'Deleting',
        done: `${many} deleted`,
        failed: 'Failed to delete contact.',
        act: async ({ id }: { id: string }) => {
          const { data } = await client.mutate({
            mutation: ContactMessageDeleteDocument,
            variables: { input: { id } },
            update: (cache, { data }) => evict(cache, 'ContactMessage', data?.contactMessageDelete.deletedId),
          })
          return data?.contactMessageDelete.userErrors
        },
      }
      return rows.every(({ status }) => status === 'PENDING') ? [resolve, remove] : [remove]
    },
  }
}
