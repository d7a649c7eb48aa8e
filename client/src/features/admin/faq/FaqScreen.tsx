import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { AddButton } from '~/features/admin/kit/controls'
import { DiscardDraft } from '~/features/admin/kit/DiscardDraft'
import { DraftBar } from '~/features/admin/kit/DraftBar'
import { PublishVersion } from '~/features/admin/kit/PublishVersion'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { useSend } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { When } from '~/features/admin/kit/values'
import { countLabel } from '~/lib/countLabel'
import { Button, ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import {
  FaqDraftDiscardDocument,
  FaqDraftDocument,
  FaqDraftPublishDocument,
  FaqVersionRestoreDocument,
} from './FaqDraft.gen'
import { FaqHistory } from './FaqHistory'
import { QuestionDialog } from './QuestionDialog'
import { Topic } from './Topic'
import { changeLabel, type Draft, type Entry, inOrder, topicNames } from './topics'
import { useFaqDraft } from './useFaqDraft'

/** The editor of the FAQ's draft, by topic and in the order of their pages. */
export default function FaqScreen() {
  const { data, error, refetch } = useQuery(FaqDraftDocument, uncached)
  if (data) return <FaqEditor first={data.faqDraft} />
  return error ? (
    <>
      <ScreenHead title="FAQ" />
      <ErrorState
        title="Failed to load the questions."
        message="Check your connection and try again."
        onRetry={() => void refetch().catch(() => undefined)}
      />
    </>
  ) : (
    // No heading yet: it gets the focus as soon as it is there to stay.
    <Loading label="Loading FAQ">
      <Skeleton className="mb-6 h-11 w-40" />
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="border-b py-3">
          <Skeleton className="h-11" />
        </div>
      ))}
    </Loading>
  )
}

/** The errors of entries by ID. */
const faultsOf = ({ entries, errors }: Draft) =>
  new Map(
    errors.flatMap(({ field, message }) => {
      const entry = field?.[0] === 'entries' && entries[Number(field[1])]
      return entry ? [[entry.id, message] as const] : []
    }),
  )

function FaqEditor({ first }: { first: Draft }) {
  const client = useApolloClient()
  const send = useSend()
  const { draft, latest, saving, take, flush, change } = useFaqDraft(first)
  const { entries, published, changes, planned } = draft
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Entry | null>(null)
  const [asked, setAsked] = useState<Entry | null>(null)
  const [shown, setShown] = useState<'publish' | 'discard' | 'history'>()
  const close = () => setShown(undefined)
  const faults = faultsOf(draft)

  return (
    <>
      <ScreenHead
        title="FAQ"
        count={countLabel(entries.length, 'question')}
        action={
          <>
            <Button size="sm" onClick={() => setShown('history')}>
              History
            </Button>
            <ButtonLink to="/faq" size="sm">
              View page
            </ButtonLink>
            <AddButton onClick={() => setAdding(true)}>Add question</AddButton>
          </>
        }
      />
      {planned && (
        <p className="mb-8 border-l-2 bg-raised px-4 py-3 text-small">
          Visitors see version {planned.version} from <When value={planned.validFrom} zone />.
        </p>
      )}
      <div className="grid gap-12">
        {topicNames.map((topic) => (
          <Topic
            key={topic}
            topic={topic}
            entries={entries.filter((entry) => entry.topic === topic)}
            published={published}
            faults={faults}
            onOrder={(ids) => change((all) => inOrder(all, ids))}
            onEdit={setEdited}
            onDelete={setAsked}
          />
        ))}
      </div>
      <DraftBar
        editor={{
          draft,
          form: { changed: [], errors: Object.fromEntries(faults) },
          status: saving ? 'saving' : 'saved',
          failure: undefined,
          flush,
        }}
        conflict={undefined}
        onDiscard={async () => setShown('discard')}
        onPublish={async () => {
          await flush()
          const [faulty] = faultsOf(latest.current).keys()
          if (faulty) setEdited(latest.current.entries.find(({ id }) => id === faulty) ?? null)
          else setShown('publish')
        }}
      />
      <QuestionDialog
        open={adding}
        entry={null}
        onClose={() => setAdding(false)}
        send={(values) => change((all) => [...all, values])}
      />
      <QuestionDialog
        open={edited !== null}
        entry={edited}
        onClose={() => setEdited(null)}
        send={(_, values) =>
          change((all) => {
            const { topic } = values
            const entry = all.find(({ id }) => id === edited?.id)
            // Another user has deleted it.
            if (!entry && edited) return [...all, { ...edited, ...values }]
            const next = all.map((one) => (one === entry ? { ...one, ...values } : one))
            // An entry that changes its topic moves to the end.
            return topic
              ? [...next.filter(({ id }) => id !== edited?.id), ...next.filter(({ id }) => id === edited?.id)]
              : next
          })
        }
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Delete this question?"
        action="Delete question"
        failed="Failed to delete the question."
        done="The question was deleted"
        act={() => change((all) => all.filter(({ id }) => id !== asked?.id))}
      >
        <p>“{asked?.question}”</p>
        <p>It is removed from the draft. Visitors see it until you publish.</p>
      </Confirm>
      {shown === 'publish' && (
        <PublishVersion
          title="Publish FAQ?"
          changes={changes.map((one) => ({ ...one, name: changeLabel(one.name) }))}
          onClose={close}
          publish={async (validFrom) => {
            const payload = await take(() => {
              const { revision, version } = latest.current
              return send(FaqDraftPublishDocument, { revision, version, validFrom }, uncached)
            })
            // Makes the pages that show questions fetch them again.
            if (payload?.draft) client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'faqEntries' })
            return payload
          }}
        />
      )}
      {shown === 'history' && (
        <FaqHistory
          draft={draft}
          onClose={close}
          restore={async (restore) => {
            const payload = await take(() =>
              send(FaqVersionRestoreDocument, { restore, revision: latest.current.revision }, uncached),
            )
            if (payload?.draft) close()
            return payload
          }}
        />
      )}
      <DiscardDraft
        open={shown === 'discard'}
        changes={changes.length}
        onClose={close}
        act={() => take(() => send(FaqDraftDiscardDocument, { revision: latest.current.revision }, uncached))}
      />
    </>
  )
}
