import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import { PasswordField, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { PasswordMeter } from '~/ui/PasswordMeter'
import { useAuth } from './AuthProvider'
import { CodeForm, loggedIn } from './CodeForm'
import { incomplete, isIncomplete, loginSchema } from './credentials'
import { useWayOn } from './useWayOn'

export function LoginForm() {
  const { login, error, clearError } = useAuth()
  const { going, go } = useWayOn()
  const [failure, setFailure] = useState<string>()
  const [challenge, setChallenge] = useState<string>()
  const { register, control, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  })
  const password = useWatch({ control, name: 'password' })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(
    async (values) => {
      setFailure(undefined)
      const result = await login(values)
      if (result.ok) return go()
      if (result.challenge) return setChallenge(result.challenge)
      setFailure(result.message ?? 'Login failed. Please try again.')
      // This form shows it now; the next visit starts clean.
      clearError()
    },
    () => setFailure(isIncomplete(getValues()) ? incomplete : undefined),
  )

  function begin(again?: string) {
    setChallenge(undefined)
    setFailure(again)
  }

  if (challenge) return <CodeForm challenge={challenge} onBack={begin} going={going} onDone={go} />
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
        <FormMessage failure={failure ?? error} success={going && loggedIn} />
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
      </div>
    </form>
  )
}
