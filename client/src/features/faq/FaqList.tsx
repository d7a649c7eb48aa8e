import { paths } from '~/lib/paths'
import { Accordion } from '~/ui/Accordion'
import { ButtonLink } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import type { FaqList_EntryFragment } from './FaqList.gen'

/** FAQ entries, of which one is open at most. `entries` is undefined while they load. */
export function FaqList({
  entries,
  failed = false,
  onRetry,
}: {
  entries: readonly FaqList_EntryFragment[] | undefined
  failed?: boolean
  onRetry: () => void
}) {
  if (failed && !entries) return <ErrorState title="Couldn't load questions." onRetry={onRetry} />
  if (!entries) return <Rows />
  if (entries.length === 0)
    return (
      <EmptyState
        title="No questions yet"
        message="Questions and answers will appear here."
        action={<ButtonLink to={paths.contact}>Ask a question</ButtonLink>}
      />
    )
  return (
    <Accordion
      items={entries.map(({ question, answer }, place) => ({
        id: `question-${place + 1}`,
        title: question,
        content: answer,
      }))}
    />
  )
}

function Rows() {
  return (
    <Loading label="Loading the questions">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex min-h-14 items-center border-t last:border-b">
          <Skeleton className="h-5 w-3/5" />
        </div>
      ))}
    </Loading>
  )
}
