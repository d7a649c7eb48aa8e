import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { PictureField, usePicture } from '~/features/admin/kit/PictureField'
import { useSaving } from '~/features/admin/kit/useSaving'
import { requiredText } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { toast } from '~/ui/toasts'
import { Unsaved } from '~/ui/Unsaved'
import { AdminTeamDocument, type AdminTeamQuery } from './AdminTeam.gen'
import { TeamMemberCreateDocument, TeamMemberUpdateDocument } from './TeamMemberEdits.gen'

const schema = z.object({ name: requiredText('Name', 100), role: requiredText('Role', 100) })
type Values = z.infer<typeof schema>
const empty: Values = { name: '', role: '' }

export type Member = AdminTeamQuery['team']['nodes'][number]

/** Somebody to add, or to change when there is a `member`. Closing keeps what was typed for a new one. */
export function TeamMemberDialog({
  open,
  member,
  onClose,
}: {
  open: boolean
  member: Member | null
  onClose: () => void
}) {
  const [create] = useMutation(TeamMemberCreateDocument)
  const [update] = useMutation(TeamMemberUpdateDocument)
  const picture = usePicture()
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: empty,
  })
  const { save, failure, forget } = useSaving<Values>(
    member ? 'Failed to save team member.' : 'Failed to add team member.',
    ['name', 'role'],
    setError,
  )
  const { errors, isSubmitting, isDirty } = formState
  useEffect(() => {
    if (member) reset({ name: member.name, role: member.role })
  }, [member, reset])

  function close() {
    forget()
    if (member) picture.clear()
    onClose()
  }

  async function send(values: Values) {
    const avatarId = await picture.settled()
    if (member) {
      const { data } = await update({ variables: { input: { id: member.id, ...values, avatarId } } })
      return data?.teamMemberUpdate.userErrors
    }
    const input = { ...values, avatarId }
    const { data } = await create({ variables: { input }, refetchQueries: [AdminTeamDocument] })
    return data?.teamMemberCreate.userErrors
  }

  const submit = handleSubmit(async (values) => {
    // A picture that was refused says so itself.
    if (picture.state.error || !(await save(() => send(values)))) return
    close()
    reset(empty)
    picture.clear()
    toast.success(`${values.name} was ${member ? 'saved' : 'added'}`)
  })

  return (
    <Dialog open={open} onClose={close} title={member ? 'Edit team member' : 'Add team member'}>
      <form noValidate onSubmit={submit} className="grid gap-6">
        <Unsaved kept={!member} changed={isDirty || picture.chosen} />
        <TextField label="Name" required error={errors.name?.message} {...register('name')} />
        <TextField
          label="Role"
          required
          hint="What the person does, such as Head of Engineering"
          error={errors.role?.message}
          {...register('role')}
        />
        <PictureField label="Avatar" picture={picture} present={member?.avatar?.url} />
        <div>
          <FormMessage failure={failure} />
          <Button
            type="submit"
            variant="primary"
            loading={isSubmitting}
            loadingText={member ? 'Saving...' : 'Adding...'}
          >
            {member ? 'Save team member' : 'Add team member'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
