import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CompanyField, RecipientFields } from '~/features/checkout/RecipientFields'
import { ShippingFields } from '~/features/checkout/ShippingFields'
import { blankShipping, type Shipping, shippingFields, shippingOf } from '~/features/checkout/shipping'
import { shippingSchema } from '~/features/checkout/shippingSchema'
import { errorMessage } from '~/lib/apollo'
import { showUserErrors, type UserError } from '~/lib/forms'
import { settings } from '~/lib/settings'
import { Button } from '~/ui/Button'
import { CheckBox } from '~/ui/CheckBox'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import { toast } from '~/ui/toasts'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { useGone } from '~/ui/useGone'
import type { Address } from './Addresses'
import { AddressCreateDocument, AddressUpdateDocument } from './Addresses.gen'

type Props = { address: Address | null; onClose: () => void }

/** Edits a saved address, or adds one without `address`. */
export function AddressDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title={props.address ? 'Edit address' : 'Add address'}>
      <AddressForm key={props.address?.id} {...props} />
    </Dialog>
  )
}

function AddressForm({ address, onClose }: Props) {
  const [start] = useState(() =>
    address ? shippingOf(address.shippingInfo) : blankShipping(settings().country),
  )
  const [first, setFirst] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm<Shipping>({
    resolver: zodResolver(shippingSchema),
    defaultValues: start,
  })
  const [create] = useMutation(AddressCreateDocument)
  const [update] = useMutation(AddressUpdateDocument)
  const [failure, setFailure] = useState<string | null>(null)
  const saved = useRef(false)
  const gone = useGone()

  /** Returns the server's userErrors. */
  async function send(shippingInfo: Shipping): Promise<readonly UserError[] | undefined> {
    if (!address) {
      const { data } = await create({ variables: { input: { shippingInfo, default: first } } })
      return data?.addressCreate.userErrors
    }
    const { data } = await update({ variables: { input: { id: address.id, shippingInfo, default: first } } })
    return data?.addressUpdate.userErrors
  }

  async function save(values: Shipping) {
    const missed = (why = '') => toast.error(`${values.address} was not saved. ${why}`)
    setFailure(null)
    try {
      const refusals = (await send(values)) ?? []
      if (refusals.length > 0) {
        if (gone.current) missed(refusals[0]?.message)
        else setFailure(showUserErrors(refusals, shippingFields, setError))
        return
      }
      saved.current = true
      if (!gone.current) onClose()
      toast.success('Address saved')
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
      <CompanyField {...wired} />
      <RecipientFields {...wired} />
      {!address?.default && (
        <CheckBox
          label="Use as default"
          hint="The checkout offers it first."
          checked={first}
          onChange={({ target }) => setFirst(target.checked)}
        />
      )}
      <div>
        <FormMessage failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" loading={formState.isSubmitting} loadingText="Saving...">
            Save address
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </form>
  )
}
