import { useState } from 'react'
import type { Shipping } from '~/features/checkout/shipping'
import { Button } from '~/ui/Button'
import { useLazyModule } from '~/ui/useLazyModule'

const load = () => import('./ChangeAddressDialog')

export type ChangeAddressProps = {
  order: {
    id: string
    number: string
    version: number
    shippingInfo: Shipping
  }
  /** Refetches an order that has changed elsewhere. */
  onStale: () => Promise<unknown>
}

/** The button that opens the dialog to change an order's delivery address. */
export function ChangeAddress(props: ChangeAddressProps) {
  const dialog = useLazyModule(load)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={async () => setOpen(await dialog.load())}>
        Change address
      </Button>
      {dialog.part && (
        <dialog.part.ChangeAddressDialog {...props} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
