import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { AddButton } from '~/features/admin/kit/controls'
import { LoadingRows, listState, Stale } from '~/features/admin/kit/List'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { countLabel } from '~/lib/countLabel'
import { ErrorState } from '~/ui/ErrorState'
import { AdminStaffDocument } from './AdminStaff.gen'
import { Invitations } from './Invitations'
import { InviteDialog } from './InviteDialog'
import { People } from './People'
import { Roles } from './Roles'

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
