import { type ReactNode, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { useGone } from '~/ui/useGone'
import { type Payload, useAction } from './useAction'

type Words = { title: string; action: string; working: string }

type Props<Values extends FieldValues, Answer extends Payload> = {
  /** The name of the object, such as `milestone`, unless there are `words`. */
  noun?: string
  words?: Words
  edited: Values | null
  /** The initial values of a new object; their names are the form's fields. */
  empty: Values
  resolver: Resolver<Values>
  /** Whether a file was chosen; it is not a field of the form. */
  picked?: boolean
  /** Sends the values, or only those that were changed. */
  save: (values: Values, changed: Partial<Values>) => Promise<Answer | undefined>
  /** Called with the result, whether the dialog is still open or not. */
  onSaved?: (payload: Answer) => void
  /** The toast of success. */
  done?: (values: Values) => string
  failed: string
  /** Keeps the button in view below a long form. */
  sticky?: boolean
  /** Also called once it is saved. */
  onClose: (saved: boolean) => void
  children: (form: UseFormReturn<Values>) => ReactNode
}

/** A form that adds an object, or changes the `edited` one. Closing it keeps the values of a new object. */
export function FormDialog<Values extends FieldValues, Answer extends Payload = Payload>(
  props: Props<Values, Answer> & { open: boolean },
) {
  const { noun, open, edited, empty, resolver, onClose } = props
  const words = props.words ?? {
    title: `${edited ? 'Edit' : 'Add'} ${noun}`,
    action: `${edited ? 'Save' : 'Add'} ${noun}`,
    working: edited ? 'Saving...' : 'Adding...',
  }
  const kept = useForm<Values>({ resolver, defaultValues: empty as DefaultValues<Values> })
  const [adding, setAdding] = useState<string>()
  return (
    <Dialog open={open} onClose={() => onClose(false)} title={words.title}>
      <Fields {...props} words={words} kept={kept} adding={adding} setAdding={setAdding} />
    </Dialog>
  )
}

function Fields<Values extends FieldValues, Answer extends Payload>({
  words,
  edited,
  empty,
  resolver,
  picked = false,
  save,
  onSaved,
  done,
  failed,
  sticky = false,
  onClose,
  children,
  kept,
  adding,
  setAdding,
}: Props<Values, Answer> & {
  words: Words
  /** The form for a new object. */
  kept: UseFormReturn<Values>
  /** The values being added; the dialog may be closed and opened again meanwhile. */
  adding: string | undefined
  setAdding: (values: string | undefined) => void
}) {
  const fields = Object.keys(empty) as FieldPath<Values>[]
  const of = edited ?? empty
  const changing = useForm<Values>({
    resolver,
    defaultValues: Object.fromEntries(fields.map((name) => [name, of[name]])) as DefaultValues<Values>,
  })
  const form = edited ? changing : kept
  const { handleSubmit, setError, getValues, watch, formState } = form
  const { isDirty, dirtyFields } = formState
  const { run, busy, failure } = useAction({ form: { fields, setError } })
  const gone = useGone()

  const isAdded = !edited && adding !== undefined && JSON.stringify(watch()) === adding
  const submit = handleSubmit((values) => {
    if (isAdded) return
    const sent = JSON.stringify(getValues())
    if (!edited) setAdding(sent)
    const changed = Object.fromEntries(Object.entries(values).filter(([name]) => name in dirtyFields))
    const answered = run(() => save(values, changed as Partial<Values>), {
      onSuccess: (payload) => {
        onSaved?.(payload)
        // A form that was opened since is left alone, unless it still has these values.
        if (gone.current && (edited || JSON.stringify(getValues()) !== sent)) return
        onClose(true)
        if (!edited) kept.reset(empty)
      },
      done: done?.(values),
      failed,
    })
    void answered.then(() => setAdding(undefined))
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <UnsavedChangesGuard kept={!edited} changed={isDirty || picked} />
      {children(form)}
      <div
        className={
          sticky
            ? 'sticky bottom-0 -mx-5 -mb-5 border-t bg-plate px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6'
            : undefined
        }
      >
        <FormMessage failure={failure} />
        <Button type="submit" variant="primary" loading={busy || isAdded} loadingText={words.working}>
          {words.action}
        </Button>
      </div>
    </form>
  )
}
