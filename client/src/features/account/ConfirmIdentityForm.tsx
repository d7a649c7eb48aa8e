import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage } from '~/lib/apollo'
import { showUserErrors, type UserError } from '~/lib/forms'
import type { SecondFactorInput } from '~/lib/schema.gen'
import { PasswordField, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { confirmIdentitySchema } from './accountSchema'

/** Password and code, required to change two-step sign-in. */
export function ConfirmIdentityForm({
  email,
  codeHint,
  act,
  children,
}: {
  email: string
  codeHint: string
  /** Performs the pressed button's action and returns the server's userErrors. */
  act: (input: SecondFactorInput, button: string) => Promise<readonly UserError[]>
  /** Renders the buttons; its argument is the running action. */
  children: (working: boolean) => ReactNode
}) {
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    resolver: zodResolver(confirmIdentitySchema),
    defaultValues: { password: '', code: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (values, event) => {
    setFailure(null)
    const { submitter } = (event?.nativeEvent ?? {}) as SubmitEvent
    try {
      const refusals = await act(values, submitter?.getAttribute('value') ?? '')
      setFailure(showUserErrors(refusals, ['password', 'code'], setError))
      // Each code works once.
      if (refusals.length === 0) resetField('code')
    } catch (error) {
      setFailure(errorMessage(error))
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password')}
      />
      <TextField
        label="Code"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        maxLength={64}
        hint={codeHint}
        error={errors.code?.message}
        {...register('code')}
      />
      <div>
        <FormMessage failure={failure} />
        <div className="flex flex-wrap gap-3">{children(isSubmitting)}</div>
      </div>
    </form>
  )
}
