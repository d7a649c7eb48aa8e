import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { request } from '~/lib/request'
import { Button } from '~/ui/Button'
import { PasswordField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'

const schema = z.object({
  key: z.string().check(
    z.trim(),
    z.minLength(1, { error: 'API key is required', abort: true }),
    // Characters that headers don't allow can't be sent to the server for checking.
    z.regex(/^orrery_[\w-]+$/, 'API keys start with orrery_ and contain only letters, digits, - and _'),
  ),
})

/** Checks with the server whether a key works before using it. */
export function KeyForm({ onKey }: { onKey: (key: string) => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { key: '' },
  })

  const submit = handleSubmit(async ({ key }) => {
    setFailure(null)
    try {
      const { status } = await request('/graphql?query={__typename}', {
        headers: { authorization: `Bearer ${key}` },
      })
      if (status === 401)
        setError(
          'key',
          { message: 'Invalid API key. Check for typos; it may also have expired or been revoked.' },
          { shouldFocus: true },
        )
      else if (status === 200 || status === 429) onKey(key)
      else setFailure("Couldn't check the key. Please try again.")
    } catch {
      setFailure("Couldn't check the key. Please try again.")
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <PasswordField
        label="API key"
        required
        autoComplete="off"
        spellCheck={false}
        hint="Kept in this tab until you remove it or close the tab. Sent only to this site."
        error={formState.errors.key?.message}
        {...register('key')}
      />
      <div>
        <FormMessage failure={failure} />
        <Button type="submit" loading={formState.isSubmitting} loadingText="Checking the key...">
          Use this key
        </Button>
      </div>
    </form>
  )
}
