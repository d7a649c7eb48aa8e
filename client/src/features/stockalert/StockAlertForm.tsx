import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAuth } from '~/features/auth/AuthProvider'
import { requiredEmail } from '~/lib/forms'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { FormResult } from '~/ui/FormResult'
import { StockAlertCreateDocument } from './StockAlert.gen'

const schema = z.object({ email: requiredEmail })

/** Requests an email when a product is back in stock. The response is the same for every address. */
export default function StockAlertForm({ productId, name }: { productId: string; name: string }): ReactNode {
  const { user } = useAuth()
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const { register, handleSubmit, getValues, setValue, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = formState
  const { send, failure } = useSubmit(['email'], setError, "Couldn't send your request. Please try again.")
  const own = user?.email

  // The session may load after the page.
  useEffect(() => {
    if (own && !getValues('email')) setValue('email', own)
  }, [own, getValues, setValue])

  const submit = handleSubmit(async ({ email }) => {
    const payload = await send(StockAlertCreateDocument, { productId, email })
    if (payload?.received) setAskedFor(email)
  })

  return (
    <div className="ticks bg-plate p-6 sm:col-span-2">
      {askedFor ? (
        <FormResult
          title="Check your inbox"
          action={
            <Button size="sm" onClick={() => setAskedFor(null)}>
              Use another email address
            </Button>
          }
        >
          <p>
            Open the email to <span className="text-fg">{askedFor}</span> and confirm within seven days. Then
            we'll email you once, when {name} is back in stock.
          </p>
        </FormResult>
      ) : (
        <form noValidate onSubmit={submit}>
          <h2 className="mb-4 text-lead">Tell me when it's available</h2>
          <FormMessage failure={failure} />
          <div className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
            <TextField
              label="Email Address"
              type="email"
              autoComplete="email"
              required
              hint="One email when it's back in stock. We'll ask you to confirm first."
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
              Notify me
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
