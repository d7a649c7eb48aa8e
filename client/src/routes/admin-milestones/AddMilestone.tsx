import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useSaving } from '~/features/admin/useSaving'
import { requiredText } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextArea, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { Icon } from '~/ui/Icon'
import { toast } from '~/ui/toasts'
import { Unsaved } from '~/ui/Unsaved'
import { AdminMilestonesDocument } from './AdminMilestones.gen'
import { MilestoneCreateDocument } from './MilestoneEdits.gen'

const schema = z.object({ title: requiredText('Title', 200), description: requiredText('Description', 2000) })
type Values = z.infer<typeof schema>
const empty: Values = { title: '', description: '' }

/** The button and its modal (spec 2, admin screens). Closing keeps what was typed. */
export function AddMilestone() {
  const [open, setOpen] = useState(false)
  const [run] = useMutation(MilestoneCreateDocument)
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: empty,
  })
  const { save, failure } = useSaving<Values>('Failed to add milestone.', ['title', 'description'], setError)
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (input) => {
    const saved = await save(async () => {
      const { data } = await run({ variables: { input }, refetchQueries: [AdminMilestonesDocument] })
      return data?.milestoneCreate.userErrors
    })
    if (!saved) return
    setOpen(false)
    reset(empty)
    toast.success(`${input.title} was added`)
  })

  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Icon name="plus" className="size-4" />
        Add milestone
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Add milestone">
        <form noValidate onSubmit={submit} className="grid gap-6">
          <Unsaved kept changed={isDirty} />
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
            <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Adding...">
              Add milestone
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
