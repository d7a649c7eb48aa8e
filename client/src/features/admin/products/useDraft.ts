import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { useSend } from '~/features/admin/kit/useAction'
import { uncached, useAutosave } from '~/features/admin/kit/useAutosave'
import { changedFields, useContentForm } from '~/features/admin/kit/useContentForm'
import { serverMessage } from '~/lib/apollo'
import { onReconnect } from '~/lib/connection'
import {
  changeInput,
  type Draft,
  formField,
  type ProductValues,
  problemsOf,
  productValues,
} from './draftForm'
import {
  ProductDraftDocument,
  ProductDraftSaveDocument,
  type ProductDraftSaveMutation,
} from './ProductDraft.gen'

export type DraftResult = ProductDraftSaveMutation['productDraftSave']
type Conflicts = DraftResult['conflicts']
type Name = keyof ProductValues & string

const picked = (values: ProductValues, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<ProductValues>

const seenIn = ({ revision, version }: Draft) => ({ revision, version })

/**
 * The form of a product's draft, which saves itself. Unsaved input stays in the form; a field that was also changed by
 * another editor is in `conflicts` until one of the values is chosen.
 */
export function useDraft(first: Draft) {
  const client = useApolloClient()
  const send = useSend()
  const [draft, setDraft] = useState(first)
  /** The latest revision and version without unseen changes. A ref, as a save may precede the next render. */
  const seen = useRef(seenIn(first))
  const [stored, setStored] = useState(() => productValues(first))
  const form = useContentForm(stored)
  const [conflicts, setConflicts] = useState<Conflicts>([])
  const [failure, setFailure] = useState<string>()
  const [failed, setFailed] = useState<ProductValues>()
  const [saving, setSaving] = useState(false)
  const latest = useRef(first)
  // The current input, for responses: it may have changed since the request.
  const now = useRef({ values: form.values, stored })
  now.current = { values: form.values, stored }

  function keep(next: Draft) {
    latest.current = next
    setDraft(next)
  }

  /** Accepts a draft of the server after `names` were sent. Fields that have changed since keep their values. */
  function accept(next: Draft, sent: ProductValues, names: readonly Name[]) {
    const { values: typed, stored } = now.current
    const unsent = changedFields(typed, stored).filter((name) => !names.includes(name))
    // Another editor's change of a field with unsent input becomes a conflict when that is sent.
    const others = changedFields(productValues(next), stored)
    if (!unsent.some((name) => others.includes(name))) seen.current = seenIn(next)
    // Sent fields keep their input, which may have blanks that the server removes.
    const values = { ...productValues(next), ...picked(sent, names) }
    keep(next)
    setStored(values)
    form.accept({ ...sent, ...Object.fromEntries(unsent.map((name) => [name, undefined])) }, values)
  }

  /** Saves the changed fields. Resolves to whether everything is saved. */
  async function attempt(): Promise<boolean> {
    const sent = form.values
    const problems = problemsOf(sent, form.changed)
    const wrong = new Set(problems.map(([path]) => path.split('.')[0]))
    const names = form.changed.filter((name) => !wrong.has(name))
    if (problems.length > 0) form.mark(problems)
    if (names.length === 0) {
      setFailure(problems.length > 0 ? 'Correct the marked fields to save them.' : undefined)
      return problems.length === 0
    }
    setSaving(true)
    try {
      const result = await send(
        ProductDraftSaveDocument,
        {
          ...seen.current,
          product: { id: draft.product.id, ...changeInput(sent, names) },
        },
        uncached,
      )
      if (result?.draft && result.conflicts.length > 0) {
        setConflicts(result.conflicts)
        keep(result.draft)
        seen.current = seenIn(result.draft)
        setFailure(undefined)
        return false
      }
      if (!result?.draft) {
        setFailure(result?.userErrors[0]?.message ?? 'Please try again.')
        setFailed(sent)
        return false
      }
      accept(result.draft, sent, names)
      setFailure(problems.length > 0 ? 'Correct the marked fields to save them.' : undefined)
      return problems.length === 0
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Check your connection.')
      setFailed(sent)
      return false
    } finally {
      setSaving(false)
    }
  }

  const changed = form.changed.length > 0
  // Failed values are sent again after a change, a retry or a reconnection.
  const pending = changed && !saving && conflicts.length === 0 && form.values !== failed
  // Makes failed values pending after a reconnection.
  useEffect(() => onReconnect(() => setFailed(undefined)), [])
  const flush = useAutosave(form.values, pending, attempt)

  return {
    draft,
    form,
    conflicts,
    status: saving ? 'saving' : failure ? 'failed' : changed ? 'typing' : 'saved',
    failure,
    unsaved: changed || saving,
    flush,
    /** The draft after the last save, also before it is rendered. */
    latest,
    /** Accepts a draft of the server after `names` were sent. Fields that have changed since keep their values. */
    replace(next: Draft) {
      const values = productValues(next)
      keep(next)
      seen.current = seenIn(next)
      setStored(values)
      setConflicts([])
      setFailure(undefined)
      form.reset(values)
    },
    /** Accepts a newer draft that made publishing fail. */
    update: (next: Draft) => accept(next, form.values, []),
    /** Resolves the conflicts: fields in `theirs` take the other editor's values, the rest is saved again. */
    resolve(theirs: readonly string[]) {
      const values = productValues(draft)
      setStored(values)
      form.reset({
        ...values,
        ...picked(
          form.values,
          form.changed.filter((name) => !theirs.some((field) => formField(field) === name)),
        ),
      })
      setConflicts([])
    },
    /** Fetches the draft from the server. */
    async refetch() {
      const { data } = await client.query({
        query: ProductDraftDocument,
        variables: { id: draft.product.id },
        ...uncached,
      })
      return data?.productDraft
    },
  } as const
}
