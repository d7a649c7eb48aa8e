import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useSaving } from '~/features/admin/kit/useSaving'
import { requiredText } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextArea, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { toast } from '~/ui/toasts'
import { Unsaved } from '~/ui/Unsaved'
import { AdminMilestonesDocument, type AdminMilestonesQuery } from './AdminMilestones.gen'
import { MilestoneCreateDocument, MilestoneUpdateDocument } from './MilestoneEdits.gen'

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
  const [create] = useMutation(MilestoneCreateDocument)
  const [update] = useMutation(MilestoneUpdateDocument)
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: empty,
  })
  const { save, failure, forget } = useSaving<Values>(
    milestone ? 'Failed to save milestone.' : 'Failed to add milestone.',
    ['title', 'description'],
    setError,
  )
  const { errors, isSubmitting, isDirty } = formState
  useEffect(() => {
    if (milestone) reset({ title: milestone.title, description: milestone.description })
  }, [milestone, reset])

  function close() {
    forget()
    onClose()
  }

  async function send(values: Values) {
    if (milestone) {
      const { data } = await update({ variables: { input: { id: milestone.id, ...values } } })
      return data?.milestoneUpdate.userErrors
    }
    const { data } = await create({ variables: { input: values }, refetchQueries: [AdminMilestonesDocument] })
    return data?.milestoneCreate.userErrors
  }

  const submit = handleSubmit(async (values) => {
    if (!(await save(() => send(values)))) return
    close()
    reset(empty)
    toast.success(`${values.title} was ${milestone ? 'saved' : 'added'}`)
  })

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
