import { useQuery } from '@apollo/client/react'
import { type ReactNode, useId, useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { AddButton, DeleteButton, EditDelete, rowButton } from '~/features/admin/kit/controls'
import { LoadingRows, listState, Stale } from '~/features/admin/kit/List'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { StaffRoleSelect } from '~/features/admin/kit/StaffRoleSelect'
import { Table } from '~/features/admin/kit/Table'
import { evict, useAction, useSend } from '~/features/admin/kit/useAction'
import { Parts, When } from '~/features/admin/kit/values'
import { countLabel } from '~/lib/countLabel'
import { paths } from '~/lib/paths'
import { Badge, Status } from '~/ui/Badge'
import { Button, ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import {
  AdminStaffDocument,
  type AdminStaffQuery,
  StaffInvitationRevokeDocument,
  StaffInviteDocument,
  StaffRoleDeleteDocument,
} from './AdminStaff.gen'
import { InviteDialog } from './InviteDialog'
import { describe } from './permissions'
import { type Role, RoleDialog } from './RoleDialog'

type Invitation = AdminStaffQuery['staffInvitations'][number]

const failed = 'Failed to load the staff.'

/** Roles, the people who have them, and invitations. */
export default function StaffScreen() {
  const [inviting, setInviting] = useState(false)
  const result = useQuery(AdminStaffDocument, { fetchPolicy: 'cache-and-network' })
  const { failure, stale, retry } = listState(result, ({ staffRoles }) => ({ nodes: staffRoles }), failed)
  const data = result.data ?? result.previousData
  return (
    <>
      <ScreenHead
        title="Staff"
        count={data && countLabel(data.customers.totalCount, 'person', 'people')}
        action={
          data &&
          data.staffRoles.length > 0 && <AddButton onClick={() => setInviting(true)}>Invite</AddButton>
        }
      />
      {failure ? (
        <ErrorState {...failure} onRetry={retry} />
      ) : data ? (
        <div className="grid gap-12">
          {stale && <Stale onRetry={retry} />}
          <Roles roles={data.staffRoles} />
          <People people={data.customers.nodes} total={data.customers.totalCount} roles={data.staffRoles} />
          {data.staffInvitations.length > 0 && <Invitations invitations={data.staffInvitations} />}
        </div>
      ) : (
        <LoadingRows label="staff" />
      )}
      <InviteDialog open={inviting} roles={data?.staffRoles ?? []} onClose={() => setInviting(false)} />
    </>
  )
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-body font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

function Roles({ roles }: { roles: readonly Role[] }) {
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

function People({
  people,
  total,
  roles,
}: {
  people: AdminStaffQuery['customers']['nodes']
  total: number
  roles: readonly Role[]
}) {
  return (
    <Part
      title="People"
      action={
        <ButtonLink to={paths.adminCustomers} size="sm" variant="ghost">
          All accounts
        </ButtonLink>
      }
    >
      <Table
        caption="People"
        rows={people}
        columns={[
          {
            header: 'Name',
            cut: ({ name, email }) => `${name}, ${email}`,
            cell: ({ name, email }) => (
              <Parts>
                <span className="font-semibold wrap-anywhere">{name}</span>
                <span className="text-faint wrap-anywhere">{email}</span>
              </Parts>
            ),
          },
          {
            header: 'Role',
            cell: (account) =>
              account.role === 'ADMIN' ? (
                <Badge tone="info">Admin</Badge>
              ) : (
                <StaffRoleSelect account={account} roles={roles} refetch={[AdminStaffDocument]} />
              ),
          },
        ]}
      />
      {total > people.length && (
        <p className="mt-3 text-small text-muted">
          The first {people.length} of {total} people.
        </p>
      )}
    </Part>
  )
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [asked, setAsked] = useState<Invitation | null>(null)
  const { run, send, busy } = useAction()
  return (
    <Part title="Invitations">
      <Table
        caption="Invitations"
        rows={invitations}
        columns={[
          {
            header: 'Email',
            cut: ({ email }) => email,
            cell: ({ email }) => <span className="font-semibold wrap-anywhere">{email}</span>,
          },
          { header: 'Role', cut: ({ role }) => role.name, cell: ({ role }) => role.name },
          { header: 'Sent', cell: ({ createdAt }) => <When value={createdAt} short /> },
          {
            header: 'State',
            cell: ({ expiresAt }) =>
              new Date(expiresAt).getTime() > Date.now() ? (
                <Parts>
                  <Status tone="info">Open</Status>
                  <span className="text-faint">
                    until <When value={expiresAt} short />
                  </span>
                </Parts>
              ) : (
                <Status>Expired</Status>
              ),
          },
          {
            header: 'Actions',
            cell: (invitation) => (
              <div className="flex items-center gap-2">
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Send again to ${invitation.email}`}
                  disabled={busy}
                  onClick={() =>
                    run(
                      () =>
                        send(StaffInviteDocument, { email: invitation.email, roleId: invitation.role.id }),
                      {
                        done: `Invitation sent to ${invitation.email}`,
                        failed: 'Failed to send the invitation.',
                      },
                    )
                  }
                  className={rowButton}
                >
                  Send again
                </Button>
                <DeleteButton
                  name={`Revoke the invitation of ${invitation.email}`}
                  onClick={() => setAsked(invitation)}
                />
              </div>
            ),
          },
        ]}
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Revoke the invitation of ${asked?.email}?`}
        action="Revoke invitation"
        working="Revoking..."
        failed="Failed to revoke the invitation."
        done={`The invitation of ${asked?.email} was revoked`}
        act={() =>
          send(
            StaffInvitationRevokeDocument,
            { id: asked?.id ?? '' },
            { refetchQueries: [AdminStaffDocument] },
          )
        }
      >
        <p>The link that was sent stops working.</p>
      </Confirm>
    </Part>
  )
}
