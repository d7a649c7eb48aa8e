import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Payload, useAction } from '~/features/admin/kit/useAction'
import { requiredText } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextArea, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { Unsaved } from '~/ui/Unsaved'
import {
  AdminMilestonesDocument,
  type AdminMilestonesQuery,
  MilestoneCreateDocument,
  MilestoneUpdateDocument,
} from './AdminMilestones.gen'

const schema = z.object({ title: requiredText('Title', 200), description: requiredText('Description', 2000) })
type Values = z.infer<typeof schema>
const empty: Values = { title: '', description: '' }

export type Milestone = AdminMilestonesQuery['companyHistory']['nodes'][number]

/** A step to add, or to change when there is a `milestone`. Closing keeps what was typed for a new one. */
export function MilestoneDialog({
  open,
  milestone,
  onClose,
}: {
  open: boolean
  milestone: Milestone | null
  onClose: () => void
}) {
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: empty,
  })
  const {
    run,
    send,
    failure,
    reset: forget,
  } = useAction({
    form: { fields: ['title', 'description'], setError },
  })
  const { errors, isSubmitting, isDirty } = formState
  useEffect(() => {
    if (milestone) reset({ title: milestone.title, description: milestone.description })
  }, [milestone, reset])

  function close() {
    forget()
    onClose()
  }

  const submit = handleSubmit((values) =>
    run<Payload>(
      () =>
        milestone
          ? send(MilestoneUpdateDocument, { id: milestone.id, ...values })
          : send(MilestoneCreateDocument, values, { refetchQueries: [AdminMilestonesDocument] }),
      {
        onSuccess: () => {
          close()
          reset(empty)
        },
        done: `${values.title} was ${milestone ? 'saved' : 'added'}`,
        failed: milestone ? 'Failed to save milestone.' : 'Failed to add milestone.',
      },
    ),
  )

  return (
    <Dialog open={open} onClose={close} title={milestone ? 'Edit milestone' : 'Add milestone'}>
      <form noValidate onSubmit={submit} className="grid gap-6">
        <Unsaved kept={!milestone} changed={isDirty} />
        <TextField
          label="Title"
          required
          hint="When and what, such as 2025 Q1: First prototype"
          error={errors.title?.message}
          {...register('title')}
        />
        <TextArea
          label="Description"
          required
          error={errors.description?.message}
          {...register('description')}
        />
        <div>
          <FormMessage failure={failure} />
          <Button
            type="submit"
            variant="primary"
            loading={isSubmitting}
            loadingText={milestone ? 'Saving...' : 'Adding...'}
          >
            {milestone ? 'Save milestone' : 'Add milestone'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
