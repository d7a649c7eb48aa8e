import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { FormDialog } from '~/features/admin/kit/FormDialog'
import { type Payload, useSend } from '~/features/admin/kit/useAction'
import { requiredText } from '~/lib/forms'
import { TextArea, TextField } from '~/ui/Field'
import {
  AdminMilestonesDocument,
  type AdminMilestonesQuery,
  MilestoneCreateDocument,
  MilestoneUpdateDocument,
} from './AdminMilestones.gen'

const schema = z.object({ title: requiredText('Title', 200), description: requiredText('Description', 2000) })
const resolver = zodResolver(schema)
type Values = z.infer<typeof schema>
const empty: Values = { title: '', description: '' }

export type Milestone = AdminMilestonesQuery['companyHistory']['nodes'][number]

/** Adds a milestone, or changes `milestone`. */
export function MilestoneDialog({
  open,
  milestone,
  onClose,
}: {
  open: boolean
  milestone: Milestone | null
  onClose: () => void
}) {
  const send = useSend()
  const save = (values: Values): Promise<Payload | undefined> =>
    milestone
      ? send(MilestoneUpdateDocument, { id: milestone.id, ...values })
      : send(MilestoneCreateDocument, values, { refetchQueries: [AdminMilestonesDocument] })
  return (
    <FormDialog<Values>
      noun="milestone"
      open={open}
      edited={milestone}
      empty={empty}
      resolver={resolver}
      save={save}
      done={({ title }) => `${title} was ${milestone ? 'saved' : 'added'}`}
      failed={milestone ? 'Failed to save milestone.' : 'Failed to add milestone.'}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <TextField
            label="Title"
            required
            hint="Such as 2025 Q1: First prototype"
            error={errors.title?.message}
            {...register('title')}
          />
          <TextArea
            label="Description"
            required
            error={errors.description?.message}
            {...register('description')}
          />
        </>
      )}
    </FormDialog>
  )
}
