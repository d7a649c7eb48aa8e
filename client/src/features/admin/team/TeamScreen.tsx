import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { AddButton, EditDelete } from '~/features/admin/kit/controls'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { Thumbnail } from '~/features/admin/kit/values'
import { AdminTeamDocument } from './AdminTeam.gen'
import { type Member, TeamMemberDialog } from './TeamMemberDialog'
import { TeamMemberDeleteDocument } from './TeamMemberEdits.gen'

/** The team members, as /about shows them. */
export default function TeamScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Member | null>(null)
  const [asked, setAsked] = useState<Member | null>(null)
  const send = useSend()
  return (
    <ListScreen
      title="Team"
      noun={['member', 'members']}
      query={AdminTeamDocument}
      paging="none"
      failed="Failed to load team members."
      none={{ title: 'No team members yet', message: 'Team members appear on the About page.' }}
      action={<AddButton onClick={() => setAdding(true)}>Add team member</AddButton>}
      columns={[
        {
          header: 'Name',
          cut: ({ name }) => name,
          cell: ({ name, avatar }) => (
            <div className="flex items-center gap-4">
              <Thumbnail media={avatar} icon="user" />
              <span className="min-w-0 font-semibold wrap-anywhere md:truncate">{name}</span>
            </div>
          ),
        },
        {
          header: 'Role',
          cut: ({ role }) => role,
          cell: ({ role }) => <span className="wrap-anywhere">{role}</span>,
        },
        {
          header: 'Actions',
          cell: (member) => (
            <EditDelete
              name={member.name}
              onEdit={() => setEdited(member)}
              onDelete={() => setAsked(member)}
            />
          ),
        },
      ]}
    >
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
        act={() => send(TeamMemberDeleteDocument, { id: asked?.id ?? '' }, { update: evict('TeamMember') })}
      >
        <p>Are you sure you want to remove this team member?</p>
        <p>{asked?.name} will be removed from the About page. This can't be undone.</p>
      </Confirm>
    </ListScreen>
  )
}
