import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { AddButton, EditDelete } from '~/features/admin/kit/controls'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { AdminMilestonesDocument, MilestoneDeleteDocument } from './AdminMilestones.gen'
import { type Milestone, MilestoneDialog } from './MilestoneDialog'

/** The milestones of the company, as /about shows them. */
export default function MilestonesScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Milestone | null>(null)
  const [asked, setAsked] = useState<Milestone | null>(null)
  const send = useSend()
  return (
    <ListScreen
      title="Milestones"
      noun={['milestone', 'milestones']}
      query={AdminMilestonesDocument}
      paging="cursor"
      failed="Failed to load milestones."
      none={{ title: 'No milestones yet', message: 'Milestones appear on the About page.' }}
      action={<AddButton onClick={() => setAdding(true)}>Add milestone</AddButton>}
      columns={[
        {
          header: 'Title',
          className: '[--min:18rem]',
          cut: ({ title }) => title,
          cell: ({ title }) => <span className="font-semibold wrap-anywhere">{title}</span>,
        },
        {
          header: 'Description',
          cut: ({ description }) => description,
          cell: ({ description }) => <span className="wrap-anywhere">{description}</span>,
        },
        {
          header: 'Actions',
          cell: (milestone) => (
            <EditDelete
              name={milestone.title}
              onEdit={() => setEdited(milestone)}
              onDelete={() => setAsked(milestone)}
            />
          ),
        },
      ]}
    >
      <MilestoneDialog open={adding} milestone={null} onClose={() => setAdding(false)} />
      <MilestoneDialog open={edited !== null} milestone={edited} onClose={() => setEdited(null)} />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Remove ${asked?.title}?`}
        action="Remove milestone"
        working="Removing..."
        failed="Failed to remove milestone."
        done={`${asked?.title} was removed`}
        act={() => send(MilestoneDeleteDocument, { id: asked?.id ?? '' }, { update: evict('Milestone') })}
      >
        <p>Are you sure you want to remove this milestone?</p>
        <p>It will be removed from the About page. This can't be undone.</p>
      </Confirm>
    </ListScreen>
  )
}
