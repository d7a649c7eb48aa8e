import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
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
import { type Payload, useAction } from './useAction'

type Props<Values extends FieldValues> = {
  /** What it adds or changes, such as `milestone`. */
  noun: string
  edited: Values | null
  /** The values of something new; their names are those of the fields. */
  empty: Values
  resolver: Resolver<Values>
  /** Whether a file was chosen, which is no field of the form. */
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

/** A form that adds something, or changes what is `edited`. Closing it keeps what was typed for something new. */
export function FormDialog<Values extends FieldValues>(props: Props<Values> & { open: boolean }) {
  const { noun, open, edited, empty, resolver, onClose } = props
  const form = useForm<Values>({ resolver, defaultValues: empty as DefaultValues<Values> })
  const last = useRef<object>(undefined)
  const [adding, setAdding] = useState<string>()
  return (
    <Dialog open={open} onClose={() => onClose(false)} title={`${edited ? 'Edit' : 'Add'} ${noun}`}>
      <Fields {...props} form={form} last={last} adding={adding} setAdding={setAdding} />
    </Dialog>
  )
}

/** The fields of one opening of the dialog: the answer to an earlier one changes nothing in it. */
function Fields<Values extends FieldValues>({
  noun,
  edited,
  empty,
  picked = false,
  save,
  done,
  failed,
  onClose,
  children,
  form,
  last,
  adding,
  setAdding,
}: Props<Values> & {
  form: UseFormReturn<Values>
  /** The latest opening. */
  last: RefObject<object | undefined>
  /** What is being added. The dialog can be closed and opened meanwhile, and has the same values then. */
  adding: string | undefined
  setAdding: (values: string | undefined) => void
}) {
  const fields = Object.keys(empty) as FieldPath<Values>[]
  const { handleSubmit, setError, getValues, watch, reset, formState } = form
  const { isDirty, dirtyFields } = formState
  const { run, busy, failure } = useAction({ form: { fields, setError } })
  const [opening] = useState({})
  // Once per opening: what is edited may come anew meanwhile, and what was typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    last.current = opening
    if (edited) reset(Object.fromEntries(fields.map((name) => [name, edited[name]])) as Values)
  }, [])

  const isAdded = !edited && adding !== undefined && JSON.stringify(watch()) === adding
  const submit = handleSubmit((values) => {
    if (isAdded) return
    const sent = JSON.stringify(getValues())
    if (!edited) setAdding(sent)
    const changed = Object.fromEntries(Object.entries(values).filter(([name]) => name in dirtyFields))
    const answered = run(() => save(values, changed as Partial<Values>), {
      onSuccess: () => {
        const same = !edited && JSON.stringify(getValues()) === sent
        if (last.current !== opening && !same) return
        onClose(true)
        reset(empty)
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
