import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ExpandableFields } from '~/features/checkout/ExpandableFields'
import { CompanyField, RecipientFields } from '~/features/checkout/RecipientFields'
import { ShippingFields } from '~/features/checkout/ShippingFields'
import { type Shipping, shippingFields, shippingOf } from '~/features/checkout/shipping'
import { shippingSchema } from '~/features/checkout/shippingSchema'
import { errorMessage } from '~/lib/apollo'
import { showUserErrors } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import { toast } from '~/ui/toasts'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { useGone } from '~/ui/useGone'
import type { ChangeAddressProps } from './ChangeAddress'
import { OrderAddressUpdateDocument } from './OrderAddressUpdate.gen'

const labels: Record<keyof Shipping, string> = {
  address: 'Address',
  city: 'City',
  postalCode: 'Postal code',
  country: 'Country',
  recipient: 'Recipient',
  company: 'Company',
  phone: 'Phone',
  notes: 'Delivery notes',
}
const more = ['company', 'recipient', 'phone', 'notes'] as const

/** Edits the delivery address of an order. */
export function ChangeAddressDialog({
  open,
  onClose,
  ...props
}: ChangeAddressProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={`Change address of order ${props.order.number}`}>
      <AddressForm {...props} onDone={onClose} />
    </Dialog>
  )
}

function AddressForm({
  order: { id, number, version, shippingInfo },
  onStale,
  onDone,
}: ChangeAddressProps & { onDone: () => void }) {
  // The order as the form builds on it: a later version may have another address, which must not be overwritten.
  const seen = useRef({ version, address: shippingOf(shippingInfo) })
  const [start] = useState(seen.current.address)
  const [theirs, setTheirs] = useState<readonly (keyof Shipping)[]>([])
  const { register, handleSubmit, setError, getValues, setValue, formState } = useForm<Shipping>({
    resolver: zodResolver(shippingSchema),
    defaultValues: start,
  })
  const [run, { loading }] = useMutation(OrderAddressUpdateDocument)
  const [failure, setFailure] = useState<string | null>(null)
  const saved = useRef(false)
  const gone = useGone()

  /** Leaves a dialog that was opened since alone. */
  function close() {
    saved.current = true
    if (!gone.current) onDone()
  }

  /** Builds on the order as it is now, and keeps what was typed. Returns what is to be reviewed; null if nothing is. */
  function rebase(now: { version: number; shippingInfo: Shipping }): string | null {
    const before = seen.current.address
    const address = shippingOf(now.shippingInfo)
    seen.current = { version: now.version, address }
    const changed = shippingFields.filter((name) => address[name] !== before[name])
    if (changed.length === 0) return null
    const words = changed.map((name) => {
      if (getValues(name) !== before[name]) return `${labels[name]} (now ${address[name] || 'empty'})`
      setValue(name, address[name])
      return labels[name]
    })
    setTheirs(changed)
    return `Someone else changed this address while you were editing: ${words.join(', ')}. What you typed is still here. Review it, then save again.`
  }

  async function save(values: Shipping): Promise<void> {
    const missed = (why = '') => toast.error(`The address of order ${number} was not changed. ${why}`)
    setFailure(null)
    try {
      const input = { id, version: seen.current.version, shippingInfo: values }
      const { data } = await run({ variables: { input } })
      const { order: now, userErrors: refusals = [] } = data?.orderAddressUpdate ?? {}
      if (data && refusals.length === 0) {
        close()
        toast.success(`Order ${number} now ships to ${values.address}, ${values.city}`)
      } else if (refusals.some(({ code }) => code === 'NOT_ALLOWED')) {
        // It has been shipped or cancelled since it was loaded; the refetched page shows that.
        close()
        toast.error(refusals[0]?.message ?? '')
        await onStale()
      } else if (gone.current) {
        missed(refusals[0]?.message)
      } else if (now && refusals.some(({ code }) => code === 'CONFLICT')) {
        const review = rebase(now)
        // Only something else of the order has changed, such as its status.
        if (!review) return await save(values)
        setFailure(review)
      } else {
        setFailure(showUserErrors(refusals, shippingFields, setError))
      }
    } catch (error) {
      const why = errorMessage(error)
      if (gone.current) missed(why)
      else setFailure(why)
    }
  }

  const wired = { field: (name: keyof Shipping) => register(name), errors: formState.errors }
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="grid gap-6">
      <UnsavedChangesGuard changed={formState.isDirty} saved={saved} />
      <ShippingFields {...wired} country={start.country} />
      <ExpandableFields
        label="Add company, recipient, phone or delivery notes"
        open={Boolean(start.company || start.recipient || start.phone || start.notes)}
        invalid={more.some((name) => name in formState.errors || theirs.includes(name))}
      >
        <CompanyField {...wired} />
        <RecipientFields {...wired} />
      </ExpandableFields>
      <p className="text-small text-muted">
        The total stays the same, and the invoice shows the new address. You can change it until the order is
        shipped.
      </p>
      <div>
        <FormMessage failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" loading={loading} loadingText="Saving...">
            Save address
          </Button>
          <Button onClick={onDone}>Keep address</Button>
        </div>
      </div>
    </form>
  )
}
