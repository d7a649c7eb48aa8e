import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { useAuth } from './AuthProvider'
import { codeSchema } from './credentials'
import { LoginConfirmDocument } from './LoginConfirm.gen'

/** A fixed message: docs/specification.md. */
export const loggedIn = 'Login successful! Redirecting to your dashboard...'

/** The second step of signing in. */
export function CodeForm({
  challenge,
  onBack,
  going,
  onDone,
}: {
  challenge: string
  /** Returns to the first step, optionally with an error. */
  onBack: (reason?: string) => void
  going: boolean
  onDone: () => void
}) {
  const { signIn, clearError } = useAuth()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(codeSchema),
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('code'), [setFocus])

  const submit = handleSubmit(async ({ code }) => {
    setFailure(undefined)
    const result = await signIn(async (client) => {
      const input = { challenge, code }
      const { data } = await client.mutate({ mutation: LoginConfirmDocument, variables: { input } })
      return data?.userLoginConfirm
    })
    if (result.ok) return onDone()
    clearError()
    if (result.fields.challenge) return onBack(result.fields.challenge)
    if (result.fields.code) return setError('code', { message: result.fields.code }, { shouldFocus: true })
    setFailure(result.message ?? 'Login failed. Please try again.')
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={64}
        hint="The six-digit code from your authenticator app, or a recovery code."
        error={errors.code?.message}
        {...register('code')}
      />
      <div>
        <FormMessage failure={failure} success={going && loggedIn} />
        <div className="grid gap-3">
          <Button
            type="submit"
            variant="primary"
            loading={isSubmitting}
            loadingText="Signing in..."
            disabled={going}
            className="w-full"
          >
            Sign in
          </Button>
          <Button variant="ghost" onClick={() => onBack()} disabled={going}>
            Use another account
          </Button>
        </div>
      </div>
    </form>
  )
}
