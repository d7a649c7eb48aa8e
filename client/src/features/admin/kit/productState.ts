/** The states of a product in the shop, which three of its fields determine, with their labels on all screens. */
export const states = {
  draft: { label: 'Draft', hint: 'Not in the catalogue, not for sale', listed: false, comingSoon: true },
  announced: {
    label: 'Coming soon',
    hint: 'In the catalogue, not for sale yet',
    listed: true,
    comingSoon: true,
  },
  preorder: {
    label: 'Pre-order',
    hint: 'Added to carts as a pre-order',
    listed: true,
    comingSoon: false,
    isPreorder: true,
  },
  sale: {
    label: 'For sale',
    hint: 'Sold from stock',
    listed: true,
    comingSoon: false,
    isPreorder: false,
  },
  hidden: { label: 'Hidden', hint: 'Only reached by link', listed: false, comingSoon: false },
} as const

export type State = keyof typeof states

type Fields = { listed: boolean; comingSoon: boolean; isPreorder: boolean }

export function stateOf({ listed, comingSoon, isPreorder }: Fields): State {
  if (comingSoon) return listed ? 'announced' : 'draft'
  if (!listed) return 'hidden'
  return isPreorder ? 'preorder' : 'sale'
}

/** A state as rows show it: a product for sale may be out of stock. */
export function stateLabel(product: Fields & { stock: number }): string {
  const state = stateOf(product)
  return state === 'sale' && product.stock < 1 ? 'Out of stock' : states[state].label
}
