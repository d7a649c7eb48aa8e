import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { AddButton } from '~/features/admin/kit/controls'
import { listState, Stale } from '~/features/admin/kit/List'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { useSend } from '~/features/admin/kit/useAction'
import { counted } from '~/lib/counted'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { AdminFaqDocument } from './AdminFaq.gen'
import { FaqEntryCreateDocument, FaqEntryDeleteDocument, FaqEntryUpdateDocument } from './FaqEdits.gen'
import { QuestionDialog } from './QuestionDialog'
import { Topic } from './Topic'
import { type Entry, forgetTopics, topicNames } from './topics'

const failed = 'Failed to load the questions.'

/** The frequent questions, by topic and in the order in which the pages show them. */
export default function FaqScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Entry | null>(null)
  const [asked, setAsked] = useState<Entry | null>(null)
  const send = useSend()
  const result = useQuery(AdminFaqDocument, { fetchPolicy: 'cache-and-network' })
  const { nodes, totalCount, failure, stale, retry } = listState(
    result,
    ({ faqEntries }) => ({ nodes: faqEntries, totalCount: faqEntries.length }),
    failed,
  )
  const after = { update: forgetTopics, refetchQueries: [AdminFaqDocument], awaitRefetchQueries: true }

  return (
    <>
      <ScreenHead
        title="FAQ"
        count={counted(totalCount, 'question')}
        action={<AddButton onClick={() => setAdding(true)}>Add question</AddButton>}
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
      <QuestionDialog
        open={adding}
        entry={null}
        onClose={() => setAdding(false)}
        send={(input) => send(FaqEntryCreateDocument, input, after)}
      />
      <QuestionDialog
        open={edited !== null}
        entry={edited}
        onClose={() => setEdited(null)}
        send={(_, changed) => send(FaqEntryUpdateDocument, { id: edited?.id ?? '', ...changed }, after)}
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Delete this question?"
        action="Delete question"
        failed="Failed to delete the question."
        done="The question was deleted"
        act={() => send(FaqEntryDeleteDocument, { id: asked?.id ?? '' }, after)}
      >
        <p>“{asked?.question}”</p>
        <p>It is removed from all pages and from the chat. This can't be undone.</p>
      </Confirm>
    </>
  )
}
