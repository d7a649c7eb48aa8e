import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { useAuth } from '~/features/auth/AuthProvider'
import { confirmedPassword, newPassword, passwordsMatch, requiredText } from '~/lib/forms'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { NewPasswordFields } from '~/ui/NewPasswordFields'
import { StaffInvitationAcceptDocument } from './StaffInvitation.gen'

const schema = z
  .object({ name: requiredText('Name', 100), password: newPassword, confirmPassword: confirmedPassword })
  .check(passwordsMatch('password'))

/** The fields that userErrors of the server can refer to. */
const sent = ['name', 'password'] as const

/** Accepts with a new account for the invited address. */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const { signIn, clearError } = useAuth()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: '', password: '', confirmPassword: '' },
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ name, password }) => {
    setFailure(undefined)
    const result = await signIn(
      async (client) =>
        (
          await client.mutate({
            mutation: StaffInvitationAcceptDocument,
            variables: { input: { token, name, password } },
          })
        ).data?.staffInvitationAccept,
      "Couldn't accept the invitation. Please try again.",
    )
    if (result.ok) return void navigate(paths.admin, { replace: true })
    const refused = sent.filter((field) => result.fields[field])
    refused.forEach((field, index) => {
      setError(field, { message: result.fields[field] }, { shouldFocus: index === 0 })
    })
    if (refused.length === 0) setFailure(result.message)
    // This form shows the error now; /login must not.
    clearError()
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        label="Full Name"
        autoComplete="name"
        required
        error={errors.name?.message}
        {...register('name')}
      />
      {/* For password managers, which store it as the user's name. */}
      <TextField label="Email" type="email" autoComplete="username" required readOnly value={email} />
      <NewPasswordFields label="Password" name="password" form={form} />
      <div>
        <FormMessage failure={failure} />
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          loadingText="Joining..."
          className="w-full"
        >
          Create account and accept
        </Button>
      </div>
    </form>
  )
}
