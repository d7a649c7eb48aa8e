import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { requiredEmail } from '~/lib/forms'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { FormResult } from '~/ui/FormResult'
import { NewsletterSubscribeDocument } from './Newsletter.gen'

const schema = z.object({ email: requiredEmail })

/** The sign-up form of the newsletter. The response is the same for every address. */
export function NewsletterForm() {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = formState
  const { send, failure } = useSubmit(['email'], setError, "Couldn't send your request. Please try again.")

  const submit = handleSubmit(async (input) => {
    const payload = await send(NewsletterSubscribeDocument, input)
    if (payload?.received) setAskedFor(input.email)
  })

  if (askedFor)
    return (
      <FormResult
        title="Confirm your email address"
        action={
          <Button size="sm" onClick={() => setAskedFor(null)}>
            Use another email address
          </Button>
        }
      >
        <p>
          Open the email to <span className="text-fg">{askedFor}</span> and confirm within seven days. Nothing
          there? Check your spam folder.
        </p>
      </FormResult>
    )
  return (
    <form noValidate onSubmit={submit}>
      <FormMessage failure={failure} />
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
        <TextField
          label="Email Address"
          type="email"
          autoComplete="email"
          required
          hint="We'll email you a link to confirm. Unsubscribe at any time."
          error={errors.email?.message}
          {...register('email')}
        />
        {/* Beside the control, below its label. */}
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          loadingText="Sending..."
          className="sm:mt-6.5"
        >
          Subscribe
        </Button>
      </div>
    </form>
  )
}
