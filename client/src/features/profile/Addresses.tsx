import { useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { shippingOf } from '~/features/checkout/shipping'
import { focusAfterDialog } from '~/lib/focusAfterDialog'
import { AddressText } from '~/ui/AddressText'
import { Badge } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { useLazyModule } from '~/ui/useLazyModule'
import { useToastMutation } from '~/ui/useToastMutation'
import {
  AddressCreateDocument,
  AddressDeleteDocument,
  type Addresses_UserFragment,
  AddressesDocument,
  AddressUpdateDocument,
} from './Addresses.gen'
import { FactPairs } from './FactPairs'
import { Panel, stateOf } from './Panel'

export type Address = Addresses_UserFragment['addresses'][number]

const load = () => import('./AddressDialog')

/** The saved addresses: the default one first, then the newest. */
export default function Addresses() {
  const query = useQuery(AddressesDocument, { fetchPolicy: 'cache-and-network' })
  const { data } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const dialog = useLazyModule(load)
  const [open, setOpen] = useState(false)
  const [edited, setEdited] = useState<Address | null>(null)
  const addresses = data?.me?.addresses ?? []

  async function edit(address: Address | null) {
    setEdited(address)
    setOpen(await dialog.load())
  }

  return (
    <Panel
      className="lg:col-span-12"
      title="Addresses"
      heading={heading}
      count={data?.me ? addresses.length : undefined}
      state={stateOf(query, 'Failed to load your addresses. Please try again.')}
      action={
        data?.me && (
          <Button size="sm" aria-haspopup="dialog" onClick={() => edit(null)}>
            Add address
          </Button>
        )
      }
    >
      {addresses.length === 0 && (
        <li className="max-w-prose py-8 text-muted">
          No saved addresses. Add one to choose it at checkout. To change the address of an order, open the
          order.
        </li>
      )}
      {addresses.map((address) => (
        <Row
          key={address.id}
          address={address}
          onEdit={() => edit(address)}
          onDeleted={() => focusAfterDialog(heading.current)}
        />
      ))}
      {dialog.part && (
        <dialog.part.AddressDialog address={edited} open={open} onClose={() => setOpen(false)} />
      )}
    </Panel>
  )
}

function Row({
  address,
  onEdit,
  onDeleted,
}: {
  address: Address
  onEdit: () => void
  onDeleted: () => void
}) {
  const remove = useToastMutation(AddressDeleteDocument)
  const create = useToastMutation(AddressCreateDocument)
  const update = useToastMutation(AddressUpdateDocument)
  const { id, shippingInfo } = address
  const { phone, notes } = shippingInfo
  const name = `${shippingInfo.address}, ${shippingInfo.city}`

  async function drop() {
    const restored = { shippingInfo: shippingOf(shippingInfo), default: address.default }
    const undo = { label: 'Undo', act: () => void create.run({ input: restored }) }
    if (await remove.run({ input: { id } }, 'Address deleted', undo)) onDeleted()
  }

  async function makeDefault() {
    const input = { id, default: true }
    if (await update.run({ input }, `${name} is now your default address`)) onDeleted()
  }

  const facts = [
    { label: 'Phone', value: phone },
    { label: 'Delivery notes', value: notes },
  ].filter(({ value }) => value)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-b py-6">
      <div className="min-w-0 max-w-prose flex-1 basis-96">
        <address className="not-italic wrap-anywhere">
          <AddressText to={shippingInfo} />
        </address>
        {facts.length > 0 && <FactPairs items={facts} />}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {address.default ? (
          <Badge tone="ok">Default</Badge>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Make default: ${name}`}
            onClick={makeDefault}
            loading={update.loading}
          >
            Make default
          </Button>
        )}
        <Button size="sm" aria-haspopup="dialog" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" aria-label={`Delete ${name}`} onClick={drop} loading={remove.loading}>
          Delete
        </Button>
      </div>
    </li>
  )
}
