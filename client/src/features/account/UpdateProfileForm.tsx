import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { serverMessage } from '~/lib/apollo'
import { showUserErrors } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { profileSchema } from './accountSchema'
import { UserUpdateDocument } from './UserUpdate.gen'

/** A fixed message: docs/specification.md. */
const failed = 'Profile update failed'

/**
 * Edits the account's name and address. Only changes are sent: sending the current address would cancel a pending
 * change.
 */
export function UpdateProfileForm({ person }: { person: { name: string; email: string } }) {
  const [update] = useMutation(UserUpdateDocument)
  const [failure, setFailure] = useState<string | null>(null)
  const [success, setSuccess] = useState<string | false>(false)
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: { name: person.name, email: person.email },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ name, email }) => {
    setFailure(null)
    setSuccess(false)
    const newEmail = email.toLowerCase() === person.email ? undefined : email
    try {
      const { data } = await update({ variables: { input: { name, email: newEmail } } })
      const { user, userErrors = [] } = data?.userUpdate ?? {}
      if (user) {
        // A pending address is shown above the form until it is verified; the field shows the current one.
        reset({ name: user.name, email: user.email })
        return setSuccess(newEmail ? `Saved. We sent an email to ${user.pendingEmail}.` : 'Saved.')
      }
      const rest = showUserErrors(userErrors, ['name', 'email'], setError)
      setFailure(rest ?? (userErrors.length === 0 ? failed : null))
    } catch (error) {
      setFailure(serverMessage(error) ?? failed)
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        label="Full Name"
        autoComplete="name"
        required
        maxLength={100}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        required
        hint="We'll send a link to a new address to verify it."
        error={errors.email?.message}
        {...register('email')}
      />
      <div>
        <FormMessage failure={failure} success={success} />
        <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Saving...">
          Save changes
        </Button>
      </div>
    </form>
  )
}
