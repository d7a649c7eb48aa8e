import type { ReactNode } from 'react'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { QuantityStepper } from '~/ui/QuantityStepper'

/** Quantity, Get Quote and Watch Demo of a product on sale; `children` are further buttons. */
export function BuyBox({
  name,
  quantity,
  maxQuantity,
  adding,
  onQuantity,
  onGetQuote,
  onWatchDemo,
  children,
}: {
  name: string
  quantity: number
  maxQuantity: number
  adding: boolean
  onQuantity: (quantity: number) => void
  onGetQuote: () => void
  onWatchDemo: () => void
  children?: ReactNode
}) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {maxQuantity > 1 && (
          <QuantityStepper name={name} quantity={quantity} maximum={maxQuantity} onChange={onQuantity} />
        )}
        <span className="label text-faint">{maxQuantity} max.</span>
        <Button
          variant="primary"
          loading={adding}
          loadingText="Adding..."
          onClick={onGetQuote}
          className="flex-1"
        >
          Get Quote
        </Button>
      </div>
      <div className="grid gap-3 min-[24rem]:grid-cols-2">
        {children}
        <WatchDemo onClick={onWatchDemo} />
      </div>
      <p className="text-small text-faint">
        Get Quote adds this to your cart with tax. You order at checkout.
      </p>
    </div>
  )
}

export function WatchDemo({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick}>
      <Icon name="play" className="size-4" />
      Watch Demo
    </Button>
  )
}
