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

type Props<Values extends FieldValues> = {
  /** The name of the object, such as `milestone`. */
  noun: string
  edited: Values | null
  /** The initial values of a new object; their names are the form's fields. */
  empty: Values
  resolver: Resolver<Values>
  /** Whether a file was chosen; it is not a field of the form. */
  picked?: boolean
  /** Sends the values, or only those that were changed. */
  save: (values: Values, changed: Partial<Values>) => Promise<Payload | undefined>
  /** The toast of success. */
  done: (values: Values) => string
  failed: string
  /** Also called once it is saved. */
  onClose: (saved: boolean) => void
  children: (form: UseFormReturn<Values>) => ReactNode
}

/** A form that adds an object, or changes the `edited` one. Closing it keeps the values of a new object. */
export function FormDialog<Values extends FieldValues>(props: Props<Values> & { open: boolean }) {
  const { noun, open, edited, empty, resolver, onClose } = props
  const kept = useForm<Values>({ resolver, defaultValues: empty as DefaultValues<Values> })
  const [adding, setAdding] = useState<string>()
  return (
    <Dialog open={open} onClose={() => onClose(false)} title={`${edited ? 'Edit' : 'Add'} ${noun}`}>
      <Fields {...props} kept={kept} adding={adding} setAdding={setAdding} />
    </Dialog>
  )
}

function Fields<Values extends FieldValues>({
  noun,
  edited,
  empty,
  resolver,
  picked = false,
  save,
  done,
  failed,
  onClose,
  children,
  kept,
  adding,
  setAdding,
}: Props<Values> & {
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
      onSuccess: () => {
        // A form that was opened since is left alone, unless it still has these values.
        if (gone.current && (edited || JSON.stringify(getValues()) !== sent)) return
        onClose(true)
        if (!edited) kept.reset(empty)
      },
      done: done(values),
      failed,
    })
    void answered.then(() => setAdding(undefined))
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <UnsavedChangesGuard kept={!edited} changed={isDirty || picked} />
      {children(form)}
      <div>
        <FormMessage failure={failure} />
        <Button
          type="submit"
          variant="primary"
          loading={busy || isAdded}
          loadingText={edited ? 'Saving...' : 'Adding...'}
        >
          {`${edited ? 'Save' : 'Add'} ${noun}`}
        </Button>
      </div>
    </form>
  )
}
