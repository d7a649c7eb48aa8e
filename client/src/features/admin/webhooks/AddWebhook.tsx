import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { AddButton } from '~/features/admin/kit/controls'
import { Secret } from '~/features/admin/kit/Secret'
import { useAction } from '~/features/admin/kit/useAction'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { AdminWebhooksDocument } from './AdminWebhooks.gen'
import { EventPicker } from './EventPicker'
import { WebhookCreateDocument } from './WebhookEdits.gen'
import { noWebhook, type WebhookValues, webhookFields, webhookSchema } from './webhookSchema'

/** The button and its modal: first the form, then the secret, once. Closing the form keeps what was typed. */
export function AddWebhook() {
  const [open, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm<WebhookValues>({ resolver: zodResolver(webhookSchema), defaultValues: noWebhook })

  function close() {
    setOpen(false)
    setSecret(null)
  }
  function show(made: string) {
    form.reset(noWebhook)
    setSecret(made)
  }

  return (
    <>
      <AddButton onClick={() => setOpen(true)}>Add webhook</AddButton>
      <Dialog open={open} onClose={close} title={secret ? 'Webhook secret' : 'Add webhook'}>
        {secret ? (
          <Secret
            secret={secret}
            warning="Use it to verify that events come from us. Anyone with it can forge events."
            onDone={close}
          />
        ) : (
          <WebhookForm form={form} onMade={show} />
        )}
      </Dialog>
    </>
  )
}

function WebhookForm({
  form: { control, register, handleSubmit, setError, formState },
  onMade,
}: {
  form: ReturnType<typeof useForm<WebhookValues>>
  onMade: (secret: string) => void
}) {
  const { run, send, failure } = useAction({ form: { fields: webhookFields, setError } })
  const { errors, isSubmitting, isDirty } = formState
  const { field: kinds } = useController({ name: 'kinds', control })

  // The secret is returned once and stored nowhere else.
  const options = { refetchQueries: [AdminWebhooksDocument], fetchPolicy: 'no-cache' as const }
  const submit = handleSubmit((values) =>
    run(() => send(WebhookCreateDocument, values, options), {
      onSuccess: ({ secret }) => secret && onMade(secret),
      failed: 'Failed to add webhook.',
    }),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <UnsavedChangesGuard kept changed={isDirty} />
      <TextField
        label="URL"
        type="url"
        required
        placeholder="https://partner.example/orrery"
        hint="Events are sent here by POST. The URL must be public."
        error={errors.url?.message}
        {...register('url')}
      />
      <fieldset className="min-w-0">
        <legend className="label text-muted">Events</legend>
        <p className="mt-1 mb-2 text-small text-faint">
          Select none to receive all events, including future ones.
        </p>
        <EventPicker chosen={kinds.value} onChange={kinds.onChange} />
      </fieldset>
      <div className="sticky bottom-0 -mx-5 -mb-5 border-t bg-plate px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6">
        <FormMessage failure={failure} />
        <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Adding...">
          Add webhook
        </Button>
      </div>
    </form>
  )
}
