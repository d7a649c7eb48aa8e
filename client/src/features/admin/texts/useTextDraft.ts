import { useApolloClient } from '@apollo/client/react'
import { useSend } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { type Saved, useDraftForm } from '~/features/admin/kit/useDraftForm'
import { TextDraftDocument, TextDraftSaveDocument } from './TextDraft.gen'
import { type Draft, mergeTexts, type TextValues, textInput, textValues } from './textForm'

/** Parts that two editors have changed since `base`. */
type Conflict = { parts: string[]; base: TextValues; theirs: TextValues }

/**
 * The form of a text's draft, which saves itself. Other editors' changes are merged; parts that both have changed are
 * in `conflict` until one side is chosen.
 */
export function useTextDraft(first: Draft) {
  const client = useApolloClient()
  const send = useSend()
  const { name } = first
  const editor = useDraftForm<Draft, TextValues, Conflict>({
    first,
    valuesOf: textValues,
    async save(sent): Promise<Saved> {
      const { revision } = editor.latest.current
      const result = await send(
        TextDraftSaveDocument,
        { name, revision, document: textInput(sent) },
        uncached,
      )
      // It is stored as typed, but without blank lines of the summary.
      if (result?.draft) editor.keep(result.draft, sent)
      else if (result?.userErrors.some(({ code }) => code === 'CONFLICT')) await rebase()
      else return result
      return result.draft !== null
    },
  })
  const { form, conflict, setConflict, keep, now } = editor

  /** Fetches the draft, and merges the unsaved input into it. */
  async function rebase() {
    const { data } = await client.query({ query: TextDraftDocument, variables: { name }, ...uncached })
    if (!data) return
    const theirs = textValues(data.textDraft)
    const base = now.current.stored
    const { values, both } = mergeTexts(base, now.current.values, theirs)
    keep(data.textDraft, theirs)
    form.reset(values)
    if (both.length > 0) setConflict({ parts: both, base, theirs })
  }

  return {
    ...editor,
    rebase,
    /** Resolves a conflict: its parts take the user's input or the other editor's values. */
    resolve(side: 'mine' | 'theirs') {
      if (side === 'theirs' && conflict)
        form.reset(mergeTexts(conflict.base, conflict.theirs, form.values).values)
      setConflict(undefined)
    },
  } as const
}
