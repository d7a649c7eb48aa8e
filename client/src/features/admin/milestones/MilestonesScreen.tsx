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
import { AdminMilestonesDocument } from './AdminMilestones.gen'
import { type Milestone, MilestoneDialog } from './MilestoneDialog'
import { MilestoneDeleteDocument } from './MilestoneEdits.gen'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to load milestones.'

const names: string[] = []

function columns(
  onEdit: (milestone: Milestone) => void,
  onRemove: (milestone: Milestone) => void,
): Column<Milestone>[] {
  return [
    {
      header: 'Title',
      className: 'md:w-1/3',
      cell: ({ title }) => <span className="font-semibold wrap-anywhere">{title}</span>,
    },
    {
      header: 'Description',
      cell: ({ description }) => <p className="wrap-anywhere md:py-2">{description}</p>,
    },
    {
      header: 'Actions',
      cell: (milestone) => (
        <div className="flex items-center gap-2">
          <Button size="sm" aria-label={`Edit ${milestone.title}`} onClick={() => onEdit(milestone)}>
            Edit
          </Button>
          <IconButton label={`Remove ${milestone.title}`} onClick={() => onRemove(milestone)}>
            <Icon name="trash" />
          </IconButton>
        </div>
      ),
    },
  ]
}

/** The steps of the company's story, as /about tells it. */
export function Component() {
  const view = useListView(names)
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Milestone | null>(null)
  const [asked, setAsked] = useState<Milestone | null>(null)
  const [remove] = useMutation(MilestoneDeleteDocument)
  const result = useQuery(AdminMilestonesDocument, { fetchPolicy: 'cache-and-network' })
  const list = listState(
    result,
    ({ companyHistory: { nodes } }) => ({ nodes, totalCount: nodes.length }),
    failed,
  )

  async function act() {
    const { data } = await remove({
      variables: { input: { id: asked?.id ?? '' } },
      update: (cache, { data }) => {
        const id = data?.milestoneDelete.deletedId
        if (id) cache.evict({ id: cache.identify({ __typename: 'Milestone', id }) })
      },
    })
    return data?.milestoneDelete.userErrors
  }

  return (
    <>
      <ScreenHead
        title="Milestones"
        count={counted(list.totalCount, 'milestone')}
        action={
          <Button size="sm" onClick={() => setAdding(true)}>
            <Icon name="plus" className="size-4" />
            Add milestone
          </Button>
        }
      />
      <List
        caption="Milestones"
        columns={columns(setEdited, setAsked)}
        list={list}
        view={view}
        ways={null}
        none={{ title: 'No milestones yet', message: 'Add the first step of the story that /about tells.' }}
      />
      <MilestoneDialog open={adding} milestone={null} onClose={() => setAdding(false)} />
      <MilestoneDialog open={edited !== null} milestone={edited} onClose={() => setEdited(null)} />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Remove ${asked?.title}?`}
        action="Remove milestone"
        working="Removing..."
        keep="Keep it"
        failed="Failed to remove milestone."
        done={`${asked?.title} was removed`}
        act={act}
      >
        <p>Are you sure you want to remove this milestone?</p>
        <p>It disappears from the About page at once. This can't be undone.</p>
      </Confirm>
    </>
  )
}
