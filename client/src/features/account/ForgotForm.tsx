import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { settings } from '~/lib/settings'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { FormResult } from '~/ui/FormResult'
import { forgotSchema } from './accountSchema'
import { PasswordResetRequestDocument } from './PasswordResetRequest.gen'

/** Requests a link to set a new password. The response is the same for every address. */
export function ForgotForm({ email }: { email: string }) {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(forgotSchema),
    defaultValues: { email },
  })
  const { errors, isSubmitting } = formState
  const { send, failure } = useSubmit(['email'], setError, "Couldn't send the request. Please try again.")

  const submit = handleSubmit(async (input) => {
    const payload = await send(PasswordResetRequestDocument, input)
    if (payload?.received) setAskedFor(input.email)
  })

  if (askedFor) return <Asked email={askedFor} onAgain={() => setAskedFor(null)} />
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        required
        hint="The email address you sign in with."
        error={errors.email?.message}
        {...register('email')}
      />
      <div>
        <FormMessage failure={failure} />
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          loadingText="Sending..."
          className="w-full"
        >
          Send link
        </Button>
      </div>
    </form>
  )
}

function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  const shop = settings()
  return (
    <FormResult title="Check your email" action={<Button onClick={onAgain}>Send again</Button>}>
      <p>
        If <span className="text-fg">{email}</span> has an account, we've sent it a link. The link works once,
        for one hour.
      </p>
      <p>
        Nothing after a few minutes? Check your spam folder and the spelling of your address. Still nothing?
        Email{' '}
        <a href={`mailto:${shop.email}`} className="text-fg underline hover:text-signal">
          {shop.email}
        </a>
        .
      </p>
    </FormResult>
  )
}
