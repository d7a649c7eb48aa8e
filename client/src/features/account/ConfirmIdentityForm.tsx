import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { UserError } from '~/lib/forms'
import type { SecondFactorInput } from '~/lib/schema.gen'
import { useSubmit } from '~/lib/useSubmit'
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
  /** Sends the mutation of the pressed button. */
  act: (
    send: ReturnType<typeof useSubmit>['send'],
    input: SecondFactorInput,
    button: string,
  ) => Promise<{ userErrors: readonly UserError[] } | undefined>
  /** Renders the buttons; its argument is the running action. */
  children: (working: boolean) => ReactNode
}) {
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    resolver: zodResolver(confirmIdentitySchema),
    defaultValues: { password: '', code: '' },
  })
  const { errors, isSubmitting } = formState
  const { send, failure } = useSubmit(['password', 'code'], setError)

  const submit = handleSubmit(async (values, event) => {
    const { submitter } = (event?.nativeEvent ?? {}) as SubmitEvent
    const payload = await act(send, values, submitter?.getAttribute('value') ?? '')
    // Each code works once.
    if (payload?.userErrors.length === 0) resetField('code')
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
