import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { type Payload, useSend } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { FaqDraftDocument, FaqDraftSaveDocument } from './FaqDraft.gen'
import type { Draft, Entry } from './topics'

type DraftPayload = {
  draft: Draft | null
  userErrors: readonly (Payload['userErrors'][number] & { code: string })[]
}

/**
 * The draft of the FAQ. Mutations run one after the other, because each needs the revision that the previous one made.
 * After a CONFLICT the draft is fetched again, so that the next attempt includes others' changes.
 */
export function useFaqDraft(first: Draft) {
  const client = useApolloClient()
  const send = useSend()
  const [draft, setDraft] = useState(first)
  const [saving, setSaving] = useState(false)
  const latest = useRef(first)
  const last = useRef<Promise<void>>(Promise.resolve())

  function keep(next: Draft) {
    latest.current = next
    setDraft(next)
  }

  async function attempt<Answer extends DraftPayload>(send: () => Promise<Answer | undefined>) {
    const payload = await send()
    if (payload?.draft) keep(payload.draft)
    else if (payload?.userErrors.some(({ code }) => code === 'CONFLICT')) {
      const { data } = await client.query({ query: FaqDraftDocument, ...uncached })
      if (data) keep(data.faqDraft)
    }
    return payload
  }

  /** Sends a mutation after those before it, and accepts the draft that it returns. */
  function take<Answer extends DraftPayload>(send: () => Promise<Answer | undefined>) {
    setSaving(true)
    const mine = last.current.then(() => attempt(send))
    const ended = mine.then(
      () => {},
      () => {},
    )
    last.current = ended
    void ended.then(() => {
      if (last.current === ended) setSaving(false)
    })
    return mine
  }

  return {
    draft,
    latest,
    saving,
    take,
    /** Waits for pending mutations. */
    async flush() {
      await last.current
      return true
    },
    /** Saves the entries that `edit` returns; one without an ID is new. */
    change(edit: (entries: readonly Entry[]) => readonly (Omit<Entry, 'id'> & { id?: string })[]) {
      return take(() => {
        const { revision, entries } = latest.current
        const edited = edit(entries).map(({ id, topic, question, answer }) => ({
          id,
          topic,
          question,
          answer,
        }))
        return send(FaqDraftSaveDocument, { revision, entries: edited }, uncached)
      })
    },
  }
}
