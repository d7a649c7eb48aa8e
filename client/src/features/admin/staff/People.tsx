import { StaffRoleSelect } from '~/features/admin/kit/StaffRoleSelect'
import { Table } from '~/features/admin/kit/Table'
import { Parts } from '~/features/admin/kit/values'
import { paths } from '~/lib/paths'
import { Badge } from '~/ui/Badge'
import { ButtonLink } from '~/ui/Button'
import { AdminStaffDocument, type AdminStaffQuery } from './AdminStaff.gen'
import { Part } from './Part'
import type { Role } from './RoleDialog'

/** The people with a role, and administrators. */
export function People({
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
