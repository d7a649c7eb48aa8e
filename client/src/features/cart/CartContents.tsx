import { type ReactNode, useState } from 'react'
import { formatMoney } from '~/lib/format'
import { toast } from '~/ui/toasts'
import type { Cart_CartFragment } from './Cart.gen'
import { CartColumns } from './CartColumns'
import { CartLine } from './CartLine'
import { ClearCart } from './ClearCart'
import type { CartItem } from './cartCache'
import { useCartEditsState } from './cartEditsState'
import { OrderSummary } from './OrderSummary'
import { applyQuantities } from './optimisticCart'
import { RemovedLine } from './RemovedLine'
import { useCartEdits } from './useCartEdits'

type Removal = { item: CartItem; place: number; state: 'removing' | 'removed' | 'restoring' }

/** The cart's lines, with their controls, and the totals. `empty` is shown when no line is left. */
export function CartContents({
  cart,
  empty,
  actions,
  proceed,
  below,
  onFocusLost,
}: {
  cart: Cart_CartFragment
  empty: ReactNode
  /** Actions below the totals. */
  actions: ReactNode
  /** The main action, sticky on narrow screens. It is not in the tab order, because `actions` contain it as well. */
  proceed: ReactNode
  /** Content below the lines, and on narrow screens below the summary. */
  below?: ReactNode
  /** Called when the focused control has been removed. */
  onFocusLost: () => void
}) {
  const edits = useCartEdits()
  const { unconfirmed, busy } = useCartEditsState()
  const [removal, setRemoval] = useState<Removal | null>(null)

  async function remove(item: CartItem, place: number) {
    setRemoval({ item, place, state: 'removing' })
    const removed = await edits.set(item.productId, 0)
    if (removed) toast.success('Item removed from cart')
    setRemoval((now) => (now?.item.id !== item.id ? now : removed ? { ...now, state: 'removed' } : null))
  }

  async function undo({ item }: Removal) {
    setRemoval((now) => now && { ...now, state: 'restoring' })
    const restored = await edits.restore({ productId: item.productId, quantity: item.quantity })
    setRemoval((now) => (now?.item.id !== item.id ? now : restored ? null : { ...now, state: 'removed' }))
    if (restored) onFocusLost()
  }

  async function clear() {
    setRemoval(null)
    if (await edits.clear()) onFocusLost()
  }

  const shown = applyQuantities(cart, unconfirmed)
  const lines = shown.items.map((item, place) => (
    <CartLine
      key={item.id}
      item={item}
      onQuantity={(next) => void edits.set(item.productId, next)}
      onRemove={() => void remove(item, place)}
    />
  ))
  if (removal) {
    const { item, place, state } = removal
    lines.splice(
      place,
      0,
      <RemovedLine
        key={`removed ${item.id}`}
        name={item.name}
        state={state}
        onUndo={() => void undo(removal)}
      />,
    )
  }

  if (cart.items.length === 0)
    return (
      <>
        {lines.length > 0 && <ul className="mb-10 border-b">{lines}</ul>}
        {empty}
      </>
    )
  return (
    <CartColumns summary={<OrderSummary cart={shown} busy={busy} actions={actions} />} below={below}>
      <ul aria-label="Items" className="border-b">
        {lines}
      </ul>
      <ClearCart units={shown.itemCount} onClear={clear} />
      {/* A duplicate of the summary's content and action. */}
      <div
        aria-hidden="true"
        className="sticky bottom-0 -mx-gutter flex items-center justify-between gap-4 border-y bg-plate px-gutter py-2 lg:hidden print:hidden"
      >
        <p
          data-total={formatMoney(shown.total)}
          className="grid text-small after:font-mono after:content-[attr(data-total)]"
        >
          Total with tax
        </p>
        {proceed}
      </div>
    </CartColumns>
  )
}
