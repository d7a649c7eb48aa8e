import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { Stale } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { Button } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Icon } from '~/ui/Icon'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { AdminFaqDocument } from './AdminFaq.gen'
import { FaqEntryCreateDocument, FaqEntryDeleteDocument, FaqEntryUpdateDocument } from './FaqEdits.gen'
import { QuestionDialog, type Values } from './QuestionDialog'
import { Topic } from './Topic'
import { type Entry, forgetTopics, topicNames } from './topics'

const failed = 'Failed to load the questions.'

/** The frequent questions, by topic and in the order in which the pages show them. */
export function Component() {
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Entry | null>(null)
  const [asked, setAsked] = useState<Entry | null>(null)
  const [create] = useMutation(FaqEntryCreateDocument)
  const [update] = useMutation(FaqEntryUpdateDocument)
  const [remove] = useMutation(FaqEntryDeleteDocument)
  const result = useQuery(AdminFaqDocument, { fetchPolicy: 'cache-and-network' })
  const { nodes, totalCount, failure, stale, retry } = listState(
    result,
    ({ faqEntries }) => ({ nodes: faqEntries, totalCount: faqEntries.length }),
    failed,
  )
  const after = { update: forgetTopics, refetchQueries: [AdminFaqDocument], awaitRefetchQueries: true }

  async function add(input: Values) {
    const { data } = await create({ variables: { input }, ...after })
    return data?.faqEntryCreate.userErrors
  }
  async function edit(_: Values, changed: Partial<Values>) {
    const { data } = await update({ variables: { input: { id: edited?.id ?? '', ...changed } }, ...after })
    return data?.faqEntryUpdate.userErrors
  }
  async function erase() {
    const { data } = await remove({ variables: { input: { id: asked?.id ?? '' } }, ...after })
    return data?.faqEntryDelete.userErrors
  }

  return (
    <>
      <ScreenHead
        title="FAQ"
        count={
          totalCount === undefined
            ? undefined
            : `${totalCount} ${totalCount === 1 ? 'question' : 'questions'}`
        }
        action={
          <Button size="sm" onClick={() => setAdding(true)}>
            <Icon name="plus" className="size-4" />
            Add question
          </Button>
        }
      />
      {failure ? (
        <ErrorState title={failure} message="Check your connection and try again." onRetry={retry} />
      ) : nodes ? (
        <div className="grid gap-12">
          {stale && <Stale onRetry={retry} />}
          {topicNames.map((topic) => (
            <Topic
              key={topic}
              topic={topic}
              entries={nodes.filter((entry) => entry.topic === topic)}
              onEdit={setEdited}
              onDelete={setAsked}
            />
          ))}
        </div>
      ) : (
        <Loading label="Loading FAQ">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <div key={row} className="border-b py-3">
              <Skeleton className="h-11" />
            </div>
          ))}
        </Loading>
      )}
      <QuestionDialog open={adding} entry={null} onClose={() => setAdding(false)} send={add} />
      <QuestionDialog open={edited !== null} entry={edited} onClose={() => setEdited(null)} send={edit} />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Delete this question?"
        action="Delete question"
        working="Deleting..."
        keep="Keep it"
        failed="Failed to delete the question."
        done="The question was deleted"
        act={erase}
      >
        <p>“{asked?.question}”</p>
        <p>
          It leaves every page that shows it, and the chat no longer answers with it. This can't be undone.
        </p>
      </Confirm>
    </>
  )
}
