import { useMutation } from '@apollo/client/react'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '~/lib/apollo'
import type { Role } from '~/lib/schema.gen'
import { settings } from '~/lib/settings'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FactList } from '~/ui/FactList'
import { PasswordField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { AccountDeleteDocument } from './AccountDelete.gen'

export type Person = { email: string; emailVerified: boolean; role: Role }

/** Asks for the password, lists what is deleted and what must be retained, and deletes the account. */
export function DeleteAccount({
  person,
  open,
  onClose,
  onDeleted,
}: {
  person: Person
  open: boolean
  onClose: () => void
  onDeleted: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Delete your account?">
      <FactList items={consequences(person)} />
      <Proof email={person.email} onDeleted={onDeleted} onCancel={onClose} />
    </Dialog>
  )
}

/**
 * Consequences shown before deleting; administrators lose more, and an unverified address may belong to another person.
 */
function consequences({ emailVerified, role }: Person) {
  const all = [
    {
      label: 'Immediately',
      value:
        'Your account, cart, addresses, pre-orders, quotes, messages, newsletter, stock alerts and sessions are deleted permanently.',
    },
    !emailVerified && {
      label: 'Address',
      value: 'Not verified. To delete messages and newsletter data for it too, verify it first.',
    },
    { label: 'Reviews', value: 'They stay, shown as by “Former customer”.' },
    {
      label: 'Orders',
      value: `The law requires us to keep orders and invoices for ${settings().periods.booksYears} years after the end of their year, with your name and shipping address only. Download the invoices you need.`,
    },
    role === 'ADMIN' && {
      label: 'Keys',
      value: 'Your API keys stop working, and your webhooks are deleted.',
    },
  ]
  return all.filter((each) => each !== false)
}

function Proof({
  email,
  onDeleted,
  onCancel,
}: {
  email: string
  onDeleted: () => void
  onCancel: () => void
}) {
  const [run, { loading }] = useMutation(AccountDeleteDocument)
  const [refusal, setRefusal] = useState<{ message: string; field: string[] | null } | null>(null)

  async function remove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('password') as HTMLInputElement
    setRefusal(null)
    try {
      const { data } = await run({ variables: { input: { password: field.value } } })
      if (data?.userDelete.deletedId) return onDeleted()
      const [first] = data?.userDelete.userErrors ?? []
      setRefusal(first ?? null)
      if (first?.field) field.focus()
    } catch (error) {
      const message = errorMessage(error)
      setRefusal({ message, field: null })
    }
  }

  return (
    <form noValidate onSubmit={remove} className="mt-6">
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        error={refusal?.field ? refusal.message : undefined}
      />
      <div className="mt-8">
        <FormMessage failure={refusal && !refusal.field ? refusal.message : null} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" loading={loading} loadingText="Deleting...">
            Delete my account
          </Button>
          <Button onClick={onCancel}>Keep account</Button>
        </div>
      </div>
    </form>
  )
}
