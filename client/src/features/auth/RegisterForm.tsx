import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { NewPasswordFields } from '~/ui/NewPasswordFields'
import { useAuth } from './AuthProvider'
import { incomplete, isIncomplete, registerSchema } from './credentials'
import { register as createAccount } from './signIn'
import { useRedirectAfterSignIn } from './useRedirectAfterSignIn'

/** The fields that userErrors of the server can refer to. */
const sent = ['name', 'email', 'password'] as const

export function RegisterForm() {
  const { signIn, clearError } = useAuth()
  const { redirecting, redirect } = useRedirectAfterSignIn()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    resolver: zodResolver(registerSchema),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
  })
  const { register, handleSubmit, getValues, setError, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(
    async ({ name, email, password }) => {
      setFailure(undefined)
      const result = await signIn(createAccount({ name, email, password }), 'Registration failed')
      if (result.ok) return redirect()
      const refused = sent.filter((field) => result.fields[field])
      refused.forEach((field, index) => {
        setError(field, { message: result.fields[field] }, { shouldFocus: index === 0 })
      })
      if (refused.length === 0) setFailure(result.message ?? 'Failed to register. Please try again.')
      // This form shows the error now; /login must not.
      clearError()
    },
    () => setFailure(isIncomplete(getValues()) ? incomplete : undefined),
  )

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
        error={errors.email?.message}
        {...register('email')}
      />
      <NewPasswordFields label="Password" name="password" form={form} />
      <div>
        <FormMessage
          failure={failure}
          success={redirecting && 'Registration successful! Redirecting to your dashboard...'}
        />
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          loadingText="Creating account..."
          disabled={redirecting}
          className="w-full"
        >
          Create Account
        </Button>
      </div>
    </form>
  )
}
