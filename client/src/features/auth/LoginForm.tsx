import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { providerError } from '~/lib/providers'
import { Button } from '~/ui/Button'
import { PasswordField, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { Link } from '~/ui/Link'
import { PasswordMeter } from '~/ui/PasswordMeter'
import { Spinner } from '~/ui/Spinner'
import { useAuth } from './AuthProvider'
import { CodeForm, loggedIn } from './CodeForm'
import { incomplete, isIncomplete, loginSchema } from './credentials'
import type { AuthResult } from './session'
import { login } from './signIn'
import { useProviderReturn } from './useProviderReturn'
import { useRedirectAfterSignIn } from './useRedirectAfterSignIn'

export function LoginForm() {
  const { signIn, error, clearError } = useAuth()
  const { redirecting, redirect } = useRedirectAfterSignIn()
  const [search] = useSearchParams()
  const [failure, setFailure] = useState(() => providerError(search))
  const [challenge, setChallenge] = useState<string>()
  const { register, control, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  })
  const password = useWatch({ control, name: 'password' })
  const { errors, isSubmitting } = formState

  const arriving = useProviderReturn(end)

  const submit = handleSubmit(
    async (values) => {
      setFailure(undefined)
      end(await signIn(login(values)))
    },
    () => setFailure(isIncomplete(getValues()) ? incomplete : undefined),
  )

  function end(result: AuthResult) {
    if (result.ok) return redirect()
    if (result.challenge) return setChallenge(result.challenge)
    setFailure(result.message ?? 'Login failed. Please try again.')
    // This form shows the error now; the next visit starts without it.
    clearError()
  }

  function begin(again?: string) {
    setChallenge(undefined)
    setFailure(again)
  }

  if (challenge)
    return <CodeForm challenge={challenge} onBack={begin} going={redirecting} onDone={redirect} />
  if (arriving)
    return (
      <p className="flex items-center gap-4 text-lead">
        <Spinner className="size-6 text-signal" label="" />
        Signing in...
      </p>
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <div className="grid gap-3">
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordMeter password={password} />
      </div>
      <p className="text-small text-muted">
        Forgot your password?{' '}
        <Link
          to={paths.forgotPassword}
          className="-my-3 inline-block py-3 text-fg underline hover:text-signal"
        >
          Reset
        </Link>
      </p>
      <div>
        <FormMessage failure={failure ?? error} success={redirecting && loggedIn} />
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          loadingText="Signing in..."
          disabled={redirecting}
          className="w-full"
        >
          Sign in
        </Button>
      </div>
    </form>
  )
}
