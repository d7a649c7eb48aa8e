import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { AddButton } from '~/features/admin/kit/controls'
import { timeZone } from '~/features/admin/kit/day'
import { Secret } from '~/features/admin/kit/Secret'
import { useAction } from '~/features/admin/kit/useAction'
import { Button } from '~/ui/Button'
import { CheckBox } from '~/ui/CheckBox'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { AdminKeysDocument } from './AdminKeys.gen'
import { ApiKeyCreateDocument } from './KeyEdits.gen'
import { type KeyValues, keyFields, keyInput, keySchema, noKey } from './keySchema'
import { scopes } from './scopes'

type Made = { name: string; secret: string }

/** The button and its modal: first the form, then the secret, once. Closing the form keeps what was typed. */
export function AddKey() {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const form = useForm<KeyValues>({ resolver: zodResolver(keySchema), defaultValues: noKey })

  function close() {
    setOpen(false)
    setMade(null)
  }
  function show(key: Made) {
    form.reset(noKey)
    setMade(key)
  }

  return (
    <>
      <AddButton onClick={() => setOpen(true)}>Create API key</AddButton>
      <Dialog open={open} onClose={close} title={made ? `Secret of ${made.name}` : 'Create API key'}>
        {made ? (
          <Secret secret={made.secret} warning="Anyone with it can use this key." onDone={close} />
        ) : (
          <KeyForm form={form} onMade={show} />
        )}
      </Dialog>
    </>
  )
}

function KeyForm({
  form: { register, handleSubmit, setError, formState },
  onMade,
}: {
  form: ReturnType<typeof useForm<KeyValues>>
  onMade: (key: Made) => void
}) {
  const { run, send, failure } = useAction({ form: { fields: keyFields, setError } })
  const { errors, isSubmitting, isDirty } = formState

  // The secret is returned once and stored nowhere else.
  const options = { refetchQueries: [AdminKeysDocument], fetchPolicy: 'no-cache' as const }
  const submit = handleSubmit((values) =>
    run(() => send(ApiKeyCreateDocument, keyInput(values), options), {
      onSuccess: ({ apiKey, secret }) => apiKey && secret && onMade({ name: apiKey.name, secret }),
      failed: 'Failed to create API key.',
    }),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <UnsavedChangesGuard kept changed={isDirty} />
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
      <div>
        <FormMessage failure={failure} />
        <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Creating...">
          Create API key
        </Button>
      </div>
    </form>
  )
}
