import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { FormDialog } from '~/features/admin/kit/FormDialog'
import { PictureField, usePicture } from '~/features/admin/kit/PictureField'
import { type Payload, useSend } from '~/features/admin/kit/useAction'
import { requiredText } from '~/lib/forms'
import { TextField } from '~/ui/Field'
import { AdminTeamDocument, type AdminTeamQuery } from './AdminTeam.gen'
import { TeamMemberCreateDocument, TeamMemberUpdateDocument } from './TeamMemberEdits.gen'

const schema = z.object({ name: requiredText('Name', 100), role: requiredText('Role', 100) })
const resolver = zodResolver(schema)
type Values = z.infer<typeof schema>
const empty: Values = { name: '', role: '' }

export type Member = AdminTeamQuery['team']['nodes'][number]

/** Adds a team member, or changes `member`. */
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
  const send = useSend()

  async function save(values: Values): Promise<Payload | undefined> {
    const { error } = picture.state
    if (error) return { userErrors: [{ message: error }] }
    const avatarId = await picture.settled()
    return member
      ? send(TeamMemberUpdateDocument, { id: member.id, ...values, avatarId })
      : send(TeamMemberCreateDocument, { ...values, avatarId }, { refetchQueries: [AdminTeamDocument] })
  }

  return (
    <FormDialog<Values>
      noun="team member"
      open={open}
      edited={member}
      empty={empty}
      resolver={resolver}
      picked={picture.chosen}
      save={save}
      done={({ name }) => `${name} was ${member ? 'saved' : 'added'}`}
      failed={member ? 'Failed to save team member.' : 'Failed to add team member.'}
      onClose={(saved) => {
        if (saved || member) picture.clear()
        onClose()
      }}
    >
      {({ register, formState: { errors } }) => (
        <>
          <TextField label="Name" required error={errors.name?.message} {...register('name')} />
          <TextField
            label="Role"
            required
            hint="Such as Head of Engineering"
            error={errors.role?.message}
            {...register('role')}
          />
          <PictureField label="Avatar" picture={picture} present={member?.avatar?.url} />
        </>
      )}
    </FormDialog>
  )
}
