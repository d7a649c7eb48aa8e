import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { AddButton, EditDelete } from '~/features/admin/kit/controls'
import { Table } from '~/features/admin/kit/Table'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { AdminStaffDocument, StaffRoleDeleteDocument } from './AdminStaff.gen'
import { Part } from './Part'
import { describe } from './permissions'
import { type Role, RoleDialog } from './RoleDialog'

/** The roles, and the dialogs that add, change and delete them. */
export function Roles({ roles }: { roles: readonly Role[] }) {
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Role | null>(null)
  const [asked, setAsked] = useState<Role | null>(null)
  const send = useSend()
  return (
    <Part title="Roles" action={<AddButton onClick={() => setAdding(true)}>Add role</AddButton>}>
      {roles.length === 0 ? (
        <p className="text-small text-muted">
          A role says what its people may see and change. Add one, then invite people to it.
        </p>
      ) : (
        <Table
          caption="Roles"
          rows={roles}
          columns={[
            {
              header: 'Name',
              className: '[--min:8rem]',
              cut: ({ name }) => name,
              cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
            },
            {
              header: 'Access',
              cut: ({ scopes }) => describe(scopes),
              cell: ({ scopes }) => describe(scopes) || <span className="text-faint">None</span>,
            },
            {
              header: 'Two-step sign-in',
              cell: ({ needsFactor }) =>
                needsFactor ? 'Required' : <span className="text-faint">Optional</span>,
            },
            { header: 'People', align: 'right', cell: ({ people }) => people },
            {
              header: 'Actions',
              cell: (role) => (
                <EditDelete name={role.name} onEdit={() => setEdited(role)} onDelete={() => setAsked(role)} />
              ),
            },
          ]}
        />
      )}
      <RoleDialog open={adding} edited={null} onClose={() => setAdding(false)} />
      <RoleDialog open={edited !== null} edited={edited} onClose={() => setEdited(null)} />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete ${asked?.name}?`}
        action="Delete role"
        failed="Failed to delete role."
        done={`${asked?.name} was deleted`}
        act={() =>
          send(
            StaffRoleDeleteDocument,
            { id: asked?.id ?? '' },
            { update: evict('StaffRole'), refetchQueries: [AdminStaffDocument] },
          )
        }
      >
        <p>Open invitations to it are revoked. A role that people have can't be deleted.</p>
      </Confirm>
    </Part>
  )
}
