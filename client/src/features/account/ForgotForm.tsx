import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { serverMessage } from '~/lib/apollo'
import { brand } from '~/lib/brand'
import { showRefusals } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { Outcome } from '~/ui/Outcome'
import { forgotSchema } from './accountSchema'
import { PasswordResetRequestDocument } from './PasswordResetRequest.gen'

/** Asks for a link that sets a new password. The answer is the same for every address. */
export function ForgotForm({ email }: { email: string }) {
  const [request] = useMutation(PasswordResetRequestDocument)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(forgotSchema),
    defaultValues: { email },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (input) => {
    setFailure(null)
    try {
      const { data } = await request({ variables: { input } })
      if (data?.passwordResetRequest.received) return setAskedFor(input.email)
      setFailure(showRefusals(data?.passwordResetRequest.userErrors ?? [], ['email'], setError))
    } catch (error) {
      setFailure(serverMessage(error) ?? 'The request could not be sent. Please try again.')
    }
  })

  if (askedFor) return <Asked email={askedFor} onAgain={() => setAskedFor(null)} />
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        required
        hint="The address that you sign in with."
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
          Send the link
        </Button>
      </div>
    </form>
  )
}

function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <Outcome title="Look into your mail" action={<Button onClick={onAgain}>Ask once more</Button>}>
      <p>
        If <span className="text-fg">{email}</span> has an account, a letter with a link is on its way. The
        link is valid for an hour and works once; your password stays as it is until you use it.
      </p>
      <p>
        Nothing there after a few minutes? Look into the spam folder, and check the address for a typing
        error. If nothing comes at all, write to{' '}
        <a href={`mailto:${brand.email}`} className="text-fg underline hover:text-signal">
          {brand.email}
        </a>
        .
      </p>
    </Outcome>
  )
}
