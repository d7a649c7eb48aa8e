import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { List } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import type { Column } from '~/features/admin/kit/Table'
import { useListView } from '~/features/admin/kit/useListView'
import { counted } from '~/lib/counted'
import { Button, IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Picture } from '~/ui/Picture'
import { AdminTeamDocument } from './AdminTeam.gen'
import { type Member, TeamMemberDialog } from './TeamMemberDialog'
import { TeamMemberDeleteDocument } from './TeamMemberEdits.gen'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to load team members.'

const names: string[] = []

function columns(onEdit: (member: Member) => void, onRemove: (member: Member) => void): Column<Member>[] {
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
        <div className="flex items-center gap-2">
          <Button size="sm" aria-label={`Edit ${member.name}`} onClick={() => onEdit(member)}>
            Edit
          </Button>
          <IconButton label={`Remove ${member.name}`} onClick={() => onRemove(member)}>
            <Icon name="trash" />
          </IconButton>
        </div>
      ),
    },
  ]
}

/** Who stands on /about. */
export function Component() {
  const view = useListView(names)
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Member | null>(null)
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
      <ScreenHead
        title="Team"
        count={counted(list.totalCount, 'member')}
        action={
          <Button size="sm" onClick={() => setAdding(true)}>
            <Icon name="plus" className="size-4" />
            Add team member
          </Button>
        }
      />
      <List
        caption="Team"
        columns={columns(setEdited, setAsked)}
        list={list}
        view={view}
        ways={null}
        none={{ title: 'No team members yet', message: 'Add the first one, and the About page shows them.' }}
      />
      <TeamMemberDialog open={adding} member={null} onClose={() => setAdding(false)} />
      <TeamMemberDialog open={edited !== null} member={edited} onClose={() => setEdited(null)} />
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
