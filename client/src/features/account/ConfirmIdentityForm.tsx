import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { serverMessage } from '~/lib/apollo'
import { showUserErrors, type UserError } from '~/lib/forms'
import type { SecondFactorInput } from '~/lib/schema.gen'
import { PasswordField, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { confirmIdentitySchema } from './accountSchema'

/** Password and code, and what can be done with them. */
export function ConfirmIdentityForm({
  email,
  codeHint,
  act,
  children,
}: {
  email: string
  codeHint: string
  /** Does what the pressed button is called, and answers what the server refused. */
  act: (input: SecondFactorInput, button: string) => Promise<readonly UserError[]>
  /** The buttons, told whether one of them works. */
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
      // A code works once.
      if (refusals.length === 0) resetField('code')
    } catch (error) {
      setFailure(serverMessage(error) ?? 'No response. Check your connection and try again.')
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      {/* Tells password managers whose password it is. */}
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
