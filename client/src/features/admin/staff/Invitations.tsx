import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { DeleteButton, rowButton } from '~/features/admin/kit/controls'
import { Table } from '~/features/admin/kit/Table'
import { useAction } from '~/features/admin/kit/useAction'
import { Parts, When } from '~/features/admin/kit/values'
import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import {
  AdminStaffDocument,
  type AdminStaffQuery,
  StaffInvitationRevokeDocument,
  StaffInviteDocument,
} from './AdminStaff.gen'
import { Part } from './Part'

type Invitation = AdminStaffQuery['staffInvitations'][number]

/** The invitations that were sent. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
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
