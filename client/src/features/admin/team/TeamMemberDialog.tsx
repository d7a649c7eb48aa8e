import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { PictureField, usePicture } from '~/features/admin/kit/PictureField'
import { type Payload, useAction } from '~/features/admin/kit/useAction'
import { requiredText } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
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
  const picture = usePicture()
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
    form: { fields: ['name', 'role'], setError },
  })
  const { errors, isSubmitting, isDirty } = formState
  useEffect(() => {
    if (member) reset({ name: member.name, role: member.role })
  }, [member, reset])

  function close() {
    forget()
    if (member) picture.clear()
    onClose()
  }

  async function save(values: Values): Promise<Payload | undefined> {
    const avatarId = await picture.settled()
    return member
      ? send(TeamMemberUpdateDocument, { id: member.id, ...values, avatarId })
      : send(TeamMemberCreateDocument, { ...values, avatarId }, { refetchQueries: [AdminTeamDocument] })
  }

  const submit = handleSubmit(async (values) => {
    // A picture that was refused says so itself.
    if (picture.state.error) return
    await run(() => save(values), {
      onSuccess: () => {
        close()
        reset(empty)
        picture.clear()
      },
      done: `${values.name} was ${member ? 'saved' : 'added'}`,
      failed: member ? 'Failed to save team member.' : 'Failed to add team member.',
    })
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
