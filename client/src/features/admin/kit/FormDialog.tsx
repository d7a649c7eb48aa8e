import { type ReactNode, useEffect } from 'react'
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

/** A form that adds something, or changes what is `edited`. Closing it keeps what was typed for something new. */
export function FormDialog<Values extends FieldValues>({
  noun,
  open,
  edited,
  empty,
  resolver,
  picked = false,
  save,
  done,
  failed,
  onClose,
  children,
}: {
  /** What it adds or changes, such as `milestone`. */
  noun: string
  open: boolean
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
}) {
  const fields = Object.keys(empty) as FieldPath<Values>[]
  const form = useForm<Values>({ resolver, defaultValues: empty as DefaultValues<Values> })
  const { handleSubmit, setError, reset, formState } = form
  const { isSubmitting, isDirty, dirtyFields } = formState
  const { run, failure, reset: forget } = useAction({ form: { fields, setError } })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are always the same.
  useEffect(() => {
    if (edited) reset(Object.fromEntries(fields.map((name) => [name, edited[name]])) as Values)
  }, [edited, reset])

  function close(saved = false) {
    forget()
    onClose(saved)
  }
  const submit = handleSubmit((values) => {
    const changed = Object.fromEntries(Object.entries(values).filter(([name]) => name in dirtyFields))
    return run(() => save(values, changed as Partial<Values>), {
      onSuccess: () => {
        close(true)
        reset(empty)
      },
      done: done(values),
      failed,
    })
  })

  return (
    <Dialog open={open} onClose={close} title={`${edited ? 'Edit' : 'Add'} ${noun}`}>
      <form noValidate onSubmit={submit} className="grid gap-6">
        <UnsavedChangesGuard kept={!edited} changed={isDirty || picked} />
        {children(form)}
        <div>
          <FormMessage failure={failure} />
          <Button
            type="submit"
            variant="primary"
            loading={isSubmitting}
            loadingText={edited ? 'Saving...' : 'Adding...'}
          >
            {`${edited ? 'Save' : 'Add'} ${noun}`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
