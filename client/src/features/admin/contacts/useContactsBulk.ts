import type { Bulk } from '~/features/admin/kit/BulkBar'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { countLabel } from '~/lib/countLabel'
import type { ContactStatus } from '~/lib/schema.gen'
import { ContactMessageDeleteDocument, ContactMessageResolveDocument } from './ContactMessageEdits.gen'

/** The actions on several messages. Resolving them is offered if all are pending. */
export function useContactsBulk(): Bulk<{ id: string; name: string; status: ContactStatus }> {
  const send = useSend()
  return {
    nameOf: ({ name }) => `the message from ${name}`,
    actions: (rows) => {
      const many = countLabel(rows.length, 'message')
      const resolve = {
        label: 'Mark Resolved',
        title: `Mark ${many} as resolved?`,
        consequence: 'They no longer count as unanswered.',
        working: 'Resolving',
        done: `${many} resolved`,
        failed: 'Failed to update status.',
        act: ({ id }: { id: string }) => send(ContactMessageResolveDocument, { id }),
      }
      const remove = {
        label: 'Delete',
        danger: true,
        title: `Delete ${many}?`,
        consequence: `Are you sure you want to delete ${
          rows.length === 1 ? 'this contact message' : 'these contact messages'
        }? This can't be undone.`,
        working: 'Deleting',
        done: `${many} deleted`,
        failed: 'Failed to delete contact.',
        act: ({ id }: { id: string }) =>
          send(ContactMessageDeleteDocument, { id }, { update: evict('ContactMessage') }),
      }
      return rows.every(({ status }) => status === 'PENDING') ? [resolve, remove] : [remove]
    },
  }
}
