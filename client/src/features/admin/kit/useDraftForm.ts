import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '~/lib/apollo'
import { onReconnect } from '~/lib/connection'
import type { Payload } from './useAction'
import { useAutosave } from './useAutosave'
import { useContentForm } from './useContentForm'

/** Whether a draft is stored, which a conflict prevents, or the payload of a refusal. */
export type Saved = boolean | Payload | undefined

/**
 * The form of a draft that saves itself. Unsaved input stays in the form. While there is a conflict with another
 * editor's changes, nothing is saved.
 */
export function useDraftForm<Draft, Values extends object, Conflict>({
  first,
  valuesOf,
  problemsOf = () => [],
  save,
}: {
  first: Draft
  valuesOf: (draft: Draft) => Values
  /** Errors by path of changed fields, which are not sent until they are corrected. */
  problemsOf?: (values: Values, changed: (keyof Values & string)[]) => [path: string, message: string][]
  /** Sends the named fields, and keeps the draft of the response. */
  save: (sent: Values, names: (keyof Values & string)[]) => Promise<Saved>
}) {
  const [draft, setDraft] = useState(first)
  const [stored, setStored] = useState(() => valuesOf(first))
  const form = useContentForm(stored)
  const [conflict, setConflict] = useState<Conflict>()
  const [failure, setFailure] = useState<string>()
  const [failed, setFailed] = useState<Values>()
  const [saving, setSaving] = useState(false)
  const latest = useRef(first)
  const now = useRef({ values: form.values, stored })
  now.current = { values: form.values, stored }

  /** Keeps a draft of the server, and the values that are stored. */
  function keep(next: Draft, stored?: Values) {
    latest.current = next
    setDraft(next)
    if (stored) setStored(stored)
  }

  /** Saves the changed fields. Resolves to whether everything is saved. */
  async function attempt(): Promise<boolean> {
    const sent = form.values
    const problems = problemsOf(sent, form.changed)
    const wrong = new Set(problems.map(([path]) => path.split('.')[0]))
    const names = form.changed.filter((name) => !wrong.has(name))
    const incomplete = problems.length > 0 ? 'Correct the marked fields to save them.' : undefined
    if (incomplete) form.mark(problems)
    if (names.length === 0) {
      setFailure(incomplete)
      return !incomplete
    }
    const fail = (message: string) => {
      setFailure(message)
      setFailed(sent)
      return false
    }
    setSaving(true)
    try {
      const saved = await save(sent, names)
      if (typeof saved !== 'boolean') return fail(saved?.userErrors[0]?.message ?? 'Please try again.')
      setFailure(saved ? incomplete : undefined)
      return saved && !incomplete
    } catch (error) {
      return fail(errorMessage(error))
    } finally {
      setSaving(false)
    }
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
    setConflict,
    status: saving ? 'saving' : failure ? 'failed' : changed ? 'typing' : 'saved',
    failure,
    unsaved: changed || saving,
    flush,
    keep,
    /** The draft after the last save, also before it is rendered. */
    latest,
    /** The current input and the stored values, for responses: they may have changed since the request. */
    now,
    /** Replaces the draft and the form's values with a mutation's result. */
    replace(next: Draft) {
      const values = valuesOf(next)
      keep(next, values)
      setConflict(undefined)
      setFailure(undefined)
      form.reset(values)
    },
  } as const
}
