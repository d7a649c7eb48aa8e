import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { PictureField, usePicture } from '~/features/admin/PictureField'
import { useSaving } from '~/features/admin/useSaving'
import { requiredText } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { Icon } from '~/ui/Icon'
import { toast } from '~/ui/toasts'
import { Unsaved } from '~/ui/Unsaved'
import { AdminTeamDocument } from './AdminTeam.gen'
import { TeamMemberCreateDocument } from './TeamMemberEdits.gen'

const schema = z.object({ name: requiredText('Name', 100), role: requiredText('Role', 100) })
type Values = z.infer<typeof schema>
const empty: Values = { name: '', role: '' }

/** The button and its modal (spec 2, admin screens). Closing keeps what was typed. */
export function AddTeamMember() {
  const [open, setOpen] = useState(false)
  const [run] = useMutation(TeamMemberCreateDocument)
  const picture = usePicture()
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: empty,
  })
  const { save, failure } = useSaving<Values>('Failed to add team member.', ['name', 'role'], setError)
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (values) => {
    // A picture that was refused says so itself.
    if (picture.state.error) return
    const saved = await save(async () => {
      const input = { ...values, avatarId: await picture.settled() }
      const { data } = await run({ variables: { input }, refetchQueries: [AdminTeamDocument] })
      return data?.teamMemberCreate.userErrors
    })
    if (!saved) return
    setOpen(false)
    reset(empty)
    picture.clear()
    toast.success(`${values.name} was added`)
  })

  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Icon name="plus" className="size-4" />
        Add team member
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Add team member">
        <form noValidate onSubmit={submit} className="grid gap-6">
          <Unsaved kept changed={isDirty || picture.chosen} />
          <TextField label="Name" required error={errors.name?.message} {...register('name')} />
          <TextField
            label="Role"
            required
            hint="What the person does, such as Head of Engineering"
            error={errors.role?.message}
            {...register('role')}
          />
          <PictureField label="Avatar" picture={picture} />
          <div>
            <FormMessage failure={failure} />
            <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Adding...">
              Add team member
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
