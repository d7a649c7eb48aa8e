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
  /** Reads anew what others have changed in the meantime. */
  onStale: () => Promise<unknown>
}

/** The button that leads to another delivery address of an order. */
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
