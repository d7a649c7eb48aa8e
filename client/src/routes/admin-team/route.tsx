import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/Confirm'
import { List } from '~/features/admin/List'
import { listState } from '~/features/admin/listState'
import { ScreenHead } from '~/features/admin/ScreenHead'
import type { Column } from '~/features/admin/Table'
import { useListView } from '~/features/admin/useListView'
import { counted } from '~/lib/counted'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Picture } from '~/ui/Picture'
import { AddTeamMember } from './AddTeamMember'
import { AdminTeamDocument, type AdminTeamQuery } from './AdminTeam.gen'
import { TeamMemberDeleteDocument } from './TeamMemberEdits.gen'

/** Spec 8. */
const failed = 'Failed to load team members.'

type Member = AdminTeamQuery['team']['nodes'][number]

const names: string[] = []

function columns(onRemove: (member: Member) => void): Column<Member>[] {
  return [
    {
      header: 'Name',
      cell: ({ name, avatar }) => (
        <div className="flex items-center gap-4 md:py-1.5">
          <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-plate bg-plate text-control">
            {avatar ? (
              <Picture media={{ ...avatar, alt: '' }} sizes="2.75rem" className="size-full object-cover" />
            ) : (
              <Icon name="user" />
            )}
          </span>
          <span className="font-semibold wrap-anywhere">{name}</span>
        </div>
      ),
    },
    { header: 'Role', cell: ({ role }) => <span className="wrap-anywhere">{role}</span> },
    {
      header: 'Actions',
      cell: (member) => (
        <IconButton label={`Remove ${member.name}`} onClick={() => onRemove(member)} className="-ml-3">
          <Icon name="trash" />
        </IconButton>
      ),
    },
  ]
}

/** Who stands on /about (spec 2, admin screens). */
export function Component() {
  const view = useListView(names)
  const [asked, setAsked] = useState<Member | null>(null)
  const [remove] = useMutation(TeamMemberDeleteDocument)
  const result = useQuery(AdminTeamDocument, { fetchPolicy: 'cache-and-network' })
  const list = listState(result, ({ team: { nodes } }) => ({ nodes, totalCount: nodes.length }), failed)

  async function act() {
    const { data } = await remove({
      variables: { input: { id: asked?.id ?? '' } },
      update: (cache, { data }) => {
        const id = data?.teamMemberDelete.deletedId
        if (id) cache.evict({ id: cache.identify({ __typename: 'TeamMember', id }) })
      },
    })
    return data?.teamMemberDelete.userErrors
  }

  return (
    <>
      <ScreenHead title="Team" count={counted(list.totalCount, 'member')} action={<AddTeamMember />} />
      <List
        caption="Team"
        columns={columns(setAsked)}
        list={list}
        view={view}
        ways={null}
        none={{ title: 'No team members yet', message: 'Add the first one, and the About page shows them.' }}
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Remove ${asked?.name}?`}
        action="Remove team member"
        working="Removing..."
        keep="Keep them"
        failed="Failed to remove team member."
        done={`${asked?.name} was removed`}
        act={act}
      >
        <p>Are you sure you want to remove this team member?</p>
        <p>{asked?.name} disappears from the About page at once. This can't be undone.</p>
      </Confirm>
    </>
  )
}
