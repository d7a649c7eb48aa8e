import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { AddButton } from '~/features/admin/kit/controls'
import { FormDialog } from '~/features/admin/kit/FormDialog'
import { Secret } from '~/features/admin/kit/Secret'
import { useSend } from '~/features/admin/kit/useAction'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { AdminWebhooksDocument } from './AdminWebhooks.gen'
import { EventPicker } from './EventPicker'
import { WebhookCreateDocument } from './WebhookEdits.gen'
import { noWebhook, webhookSchema } from './webhookSchema'

const resolver = zodResolver(webhookSchema)
// The secret is returned once and stored nowhere else.
const options = { refetchQueries: [AdminWebhooksDocument], fetchPolicy: 'no-cache' as const }

/** The button and its modals: first the form, then the secret, once. */
export function AddWebhook() {
  const [open, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const send = useSend()
  return (
    <>
      <AddButton onClick={() => setOpen(true)}>Add webhook</AddButton>
      <FormDialog
        noun="webhook"
        open={open}
        edited={null}
        empty={noWebhook}
        resolver={resolver}
        save={(values) => send(WebhookCreateDocument, values, options)}
        onSaved={(payload) => setSecret(payload.secret)}
        failed="Failed to add webhook."
        sticky
        onClose={() => setOpen(false)}
      >
        {({ register, watch, setValue, formState: { errors } }) => (
          <>
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
              <EventPicker
                chosen={watch('kinds')}
                onChange={(kinds) => setValue('kinds', kinds, { shouldDirty: true })}
              />
            </fieldset>
          </>
        )}
      </FormDialog>
      <Dialog open={secret !== null} onClose={() => setSecret(null)} title="Webhook secret">
        {secret && (
          <Secret
            secret={secret}
            warning="Use it to verify that events come from us. Anyone with it can forge events."
            onDone={() => setSecret(null)}
          />
        )}
      </Dialog>
    </>
  )
}
