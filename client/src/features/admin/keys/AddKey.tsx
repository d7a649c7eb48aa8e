import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { AddButton } from '~/features/admin/kit/controls'
import { timeZone } from '~/features/admin/kit/day'
import { FormDialog } from '~/features/admin/kit/FormDialog'
import { Secret } from '~/features/admin/kit/Secret'
import { useSend } from '~/features/admin/kit/useAction'
import { CheckBox } from '~/ui/CheckBox'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { AdminKeysDocument } from './AdminKeys.gen'
import { ApiKeyCreateDocument } from './KeyEdits.gen'
import { keyInput, keySchema, noKey } from './keySchema'
import { scopes } from './scopes'

const resolver = zodResolver(keySchema)
const words = { title: 'Create API key', action: 'Create API key', working: 'Creating...' }
// The secret is returned once and stored nowhere else.
const options = { refetchQueries: [AdminKeysDocument], fetchPolicy: 'no-cache' as const }

/** The button and its modals: first the form, then the secret, once. */
export function AddKey() {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const send = useSend()
  return (
    <>
      <AddButton onClick={() => setOpen(true)}>Create API key</AddButton>
      <FormDialog
        words={words}
        open={open}
        edited={null}
        empty={noKey}
        resolver={resolver}
        save={(values) => send(ApiKeyCreateDocument, keyInput(values), options)}
        onSaved={({ apiKey, secret }) => apiKey && secret && setMade({ name: apiKey.name, secret })}
        failed="Failed to create API key."
        onClose={() => setOpen(false)}
      >
        {({ register, formState: { errors } }) => (
          <>
            <TextField
              label="Name"
              required
              hint="Which integration uses it"
              error={errors.name?.message}
              {...register('name')}
            />
            <fieldset>
              <legend className="label mb-2 text-muted">Permissions beyond public data</legend>
              <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
                {Object.entries(scopes).map(([scope, { name, hint }]) => (
                  <CheckBox key={scope} label={name} hint={hint} value={scope} {...register('scopes')} />
                ))}
              </div>
            </fieldset>
            <TextField
              label="Expires on"
              type="date"
              hint={`At the end of the day, ${timeZone()}. If empty, the key doesn't expire.`}
              error={errors.expiresAt?.message}
              {...register('expiresAt')}
            />
            <div className="grid items-start gap-6 sm:grid-cols-2">
              <TextField
                label="Requests a minute"
                inputMode="numeric"
                placeholder="600"
                error={errors.requests?.message}
                {...register('requests')}
              />
              <TextField
                label="Cost a minute"
                inputMode="numeric"
                placeholder="100000"
                error={errors.cost?.message}
                {...register('cost')}
              />
            </div>
          </>
        )}
      </FormDialog>
      <Dialog open={made !== null} onClose={() => setMade(null)} title={`Secret of ${made?.name}`}>
        {made && (
          <Secret
            secret={made.secret}
            warning="Anyone with it can use this key."
            onDone={() => setMade(null)}
          />
        )}
      </Dialog>
    </>
  )
}
