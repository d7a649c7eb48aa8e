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
 * The draft of the FAQ. After a CONFLICT it is read again, so that the next attempt builds on what others have saved.
 */
export function useFaqDraft(first: Draft) {
  const client = useApolloClient()
  const send = useSend()
  const [draft, setDraft] = useState(first)
  const [saving, setSaving] = useState(false)
  const latest = useRef(first)

  function keep(next: Draft) {
    latest.current = next
    setDraft(next)
  }

  /** Takes over the draft that a mutation returns. */
  async function take<Answer extends DraftPayload>(sent: Promise<Answer | undefined>) {
    setSaving(true)
    try {
      const payload = await sent
      if (payload?.draft) keep(payload.draft)
      else if (payload?.userErrors.some(({ code }) => code === 'CONFLICT')) {
        const { data } = await client.query({ query: FaqDraftDocument, ...uncached })
        if (data) keep(data.faqDraft)
      }
      return payload
    } finally {
      setSaving(false)
    }
  }

  return {
    draft,
    latest,
    saving,
    take,
    /** Saves what `edit` makes of the entries; one without an ID is new. */
    change(edit: (entries: readonly Entry[]) => readonly (Omit<Entry, 'id'> & { id?: string })[]) {
      const { revision, entries } = latest.current
      const edited = edit(entries).map(({ id, topic, question, answer }) => ({ id, topic, question, answer }))
      return take(send(FaqDraftSaveDocument, { revision, entries: edited }, uncached))
    },
  }
}
