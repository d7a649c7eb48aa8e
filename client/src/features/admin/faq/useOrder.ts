import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { useQuick } from '~/features/admin/kit/StatusSelect'
import { serverMessage } from '~/lib/apollo'
import type { FaqTopic } from '~/lib/schema.gen'
import { toast } from '~/ui/toasts'
import { AdminFaqDocument } from './AdminFaq.gen'
import { FaqEntriesReorderDocument } from './FaqEdits.gen'
import { type Entry, forgetTopics, moved } from './topics'

const failed = 'Failed to save the order.'

/**
 * The questions of a topic in an order that can be changed. It shows at once and goes back when it has failed; what others
 * have changed meanwhile is read anew. `told` says what became of a move, for who can't see it.
 */
export function useOrder(topic: FaqTopic, entries: readonly Entry[]) {
  const [run] = useMutation(FaqEntriesReorderDocument)
  const [told, setTold] = useState('')
  const [ids, choose] = useQuick(
    entries.map(({ id }) => id),
    save,
  )

  async function save(wanted: string[]) {
    try {
      const { data } = await run({
        variables: { input: { topic, ids: wanted } },
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
      })
      const refusal = data?.faqEntriesReorder.userErrors[0]
      if (!data || refusal) toast.error([failed, refusal?.message].filter(Boolean).join(' '))
    } catch (error) {
      toast.error([failed, serverMessage(error)].filter(Boolean).join(' '))
    }
  }

  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const ordered = ids.flatMap((id) => byId.get(id) ?? [])

  function move({ id, question }: Entry, by: -1 | 1) {
    const next = moved(ids, id, by)
    choose(next)
    setTold(`${question} Now ${next.indexOf(id) + 1} of ${next.length}.`)
  }
  return { ordered, move, told }
}
