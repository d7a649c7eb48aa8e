import { useState } from 'react'
import { useAction } from '~/features/admin/kit/useAction'
import { moved } from '~/lib/moved'
import type { FaqTopic } from '~/lib/schema.gen'
import { AdminFaqDocument } from './AdminFaq.gen'
import { FaqEntriesReorderDocument } from './FaqEdits.gen'
import { type Entry, forgetTopics } from './topics'

/**
 * The questions of a topic in an order that can be changed. It shows at once and goes back when it has failed; what others
 * have changed meanwhile is read anew. `told` says what became of a move, for who can't see it.
 */
export function useOrder(topic: FaqTopic, entries: readonly Entry[]) {
  const [told, setTold] = useState('')
  const { run, send, shown: ids } = useAction({ value: entries.map(({ id }) => id) })

  const save = (ids: string[]) =>
    send(
      FaqEntriesReorderDocument,
      { topic, ids },
      {
        update: (cache, { data }) => {
          const ordered = data?.faqEntriesReorder.faqEntries
          if (!ordered) return
          cache.updateQuery({ query: AdminFaqDocument }, (seen) =>
            seen
              ? { faqEntries: [...seen.faqEntries.filter((entry) => entry.topic !== topic), ...ordered] }
              : undefined,
          )
          forgetTopics(cache)
        },
        // It is the list that was seen which is out of date.
        refetchQueries: ({ data }) =>
          data?.faqEntriesReorder.userErrors.some(({ code }) => code === 'CONFLICT')
            ? [AdminFaqDocument]
            : [],
        awaitRefetchQueries: true,
      },
    )

  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const ordered = ids.flatMap((id) => byId.get(id) ?? [])

  function move({ id, question }: Entry, to: number) {
    const next = moved(ids, ids.indexOf(id), to)
    void run(() => save(next), { expect: next, failed: 'Failed to save the order.' })
    setTold(`${question} Now ${next.indexOf(id) + 1} of ${next.length}.`)
  }
  return { ordered, move, told }
}
