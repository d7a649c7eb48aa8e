import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { useSend } from '~/features/admin/kit/useAction'
import { uncached, useAutosave } from '~/features/admin/kit/useAutosave'
import { useContentForm } from '~/features/admin/kit/useContentForm'
import { serverMessage } from '~/lib/apollo'
import { onReconnect } from '~/lib/connection'
import { TextDraftDocument, TextDraftSaveDocument } from './TextDraft.gen'
import { type Draft, mergeTexts, type TextValues, textInput, textValues } from './textForm'

/**
 * The form of a text's draft, which saves itself. Other editors' changes are merged; parts that both have changed are
 * in `conflict` until one side is chosen.
 */
export function useTextDraft(first: Draft) {
  const client = useApolloClient()
  const send = useSend()
  const [draft, setDraft] = useState(first)
  const [stored, setStored] = useState(() => textValues(first))
  const form = useContentForm(stored)
  const [conflict, setConflict] = useState<{ parts: string[]; theirs: TextValues }>()
  const [failure, setFailure] = useState<string>()
  const [failed, setFailed] = useState<TextValues>()
  const [saving, setSaving] = useState(false)
  const latest = useRef(first)
  // The current input, for responses: it may have changed since the request.
  const now = useRef({ values: form.values, stored })
  now.current = { values: form.values, stored }

  function keep(next: Draft) {
    latest.current = next
    setDraft(next)
  }

  /** Fetches the draft, and merges the unsaved input into it. */
  async function rebase() {
    const { data } = await client.query({
      query: TextDraftDocument,
      variables: { name: first.name },
      ...uncached,
    })
    if (!data) return
    const theirs = textValues(data.textDraft)
    const { values, both } = mergeTexts(now.current.stored, now.current.values, theirs)
    keep(data.textDraft)
    setStored(theirs)
    form.reset(values)
    if (both.length > 0) setConflict({ parts: both, theirs })
  }

  /** Saves the changes. Resolves to whether everything is saved. */
  async function attempt(): Promise<boolean> {
    const sent = form.values
    if (form.changed.length === 0) return true
    setSaving(true)
    try {
      const { name, revision } = latest.current
      const result = await send(
        TextDraftSaveDocument,
        { name, revision, document: textInput(sent) },
        uncached,
      )
      if (result?.draft) {
        // It is stored as typed, but without blank lines of the summary.
        keep(result.draft)
        setStored(sent)
        setFailure(undefined)
        return true
      }
      if (result?.userErrors.some(({ code }) => code === 'CONFLICT')) {
        await rebase()
        return false
      }
      setFailure(result?.userErrors[0]?.message ?? 'Please try again.')
      setFailed(sent)
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Check your connection.')
      setFailed(sent)
    } finally {
      setSaving(false)
    }
    return false
  }

  const changed = form.changed.length > 0
  // Failed values are sent again after a change, a retry or a reconnection.
  const pending = changed && !saving && !conflict && form.values !== failed
  // Makes failed values pending after a reconnection.
  useEffect(() => onReconnect(() => setFailed(undefined)), [])
  const flush = useAutosave(form.values, pending, attempt)

  return {
    draft,
    form,
    conflict,
    status: saving ? 'saving' : failure ? 'failed' : changed ? 'typing' : 'saved',
    failure,
    unsaved: changed || saving,
    flush,
    rebase,
    /** The draft after the last save, also before it is rendered. */
    latest,
    /** Replaces the draft and the form's values with a mutation's result. */
    replace(next: Draft) {
      const values = textValues(next)
      keep(next)
      setStored(values)
      setConflict(undefined)
      setFailure(undefined)
      form.reset(values)
    },
    /** Resolves a conflict with the user's input or the other editor's values. */
    resolve(side: 'mine' | 'theirs') {
      if (side === 'theirs' && conflict) form.reset(conflict.theirs)
      setConflict(undefined)
    },
  } as const
}
