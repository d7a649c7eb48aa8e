import { useApolloClient } from '@apollo/client/react'
import { useRef } from 'react'
import { useSend } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { changedFields } from '~/features/admin/kit/useContentForm'
import { useDraftForm } from '~/features/admin/kit/useDraftForm'
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
 * The form of a product's draft, which saves itself. A field that was also changed by another editor is in `conflict`
 * until one of the values is chosen.
 */
export function useDraft(first: Draft) {
  const client = useApolloClient()
  const send = useSend()
  const { id } = first.product
  /** The latest revision and version without unseen changes. A ref, as a save may precede the next render. */
  const seen = useRef(seenIn(first))
  const editor = useDraftForm<Draft, ProductValues, Conflicts>({
    first,
    valuesOf: productValues,
    problemsOf,
    async save(sent, names) {
      const product = { id, ...changeInput(sent, names) }
      const result = await send(ProductDraftSaveDocument, { ...seen.current, product }, uncached)
      if (!result?.draft) return result
      const saved = result.conflicts.length === 0
      if (saved) accept(result.draft, sent, names)
      else {
        seen.current = seenIn(result.draft)
        editor.keep(result.draft)
        editor.setConflict(result.conflicts)
      }
      return saved
    },
  })
  const { draft, form, keep, now } = editor

  /** Accepts a draft of the server after `names` were sent. Fields that have changed since keep their values. */
  function accept(next: Draft, sent: ProductValues, names: readonly Name[]) {
    const { values: typed, stored } = now.current
    const unsent = changedFields(typed, stored).filter((name) => !names.includes(name))
    // Another editor's change of a field with unsent input becomes a conflict when that is sent.
    const others = changedFields(productValues(next), stored)
    if (!unsent.some((name) => others.includes(name))) seen.current = seenIn(next)
    // Sent fields keep their input, which may have blanks that the server removes.
    const values = { ...productValues(next), ...picked(sent, names) }
    keep(next, values)
    form.accept({ ...sent, ...Object.fromEntries(unsent.map((name) => [name, undefined])) }, values)
  }

  return {
    ...editor,
    replace(next: Draft) {
      seen.current = seenIn(next)
      editor.replace(next)
    },
    /** Accepts a newer draft that made publishing fail. */
    update: (next: Draft) => accept(next, form.values, []),
    /** Resolves the conflict: fields in `theirs` take the other editor's values, the rest is saved again. */
    resolve(theirs: readonly string[]) {
      const values = productValues(draft)
      const mine = form.changed.filter((name) => !theirs.some((field) => formField(field) === name))
      keep(draft, values)
      form.reset({ ...values, ...picked(form.values, mine) })
      editor.setConflict(undefined)
    },
    /** Fetches the draft from the server. */
    async refetch() {
      const { data } = await client.query({ query: ProductDraftDocument, variables: { id }, ...uncached })
      return data?.productDraft
    },
  } as const
}
