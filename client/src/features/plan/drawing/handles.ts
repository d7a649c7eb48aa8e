import type { KeyboardEvent } from 'react'
import type { Item, Spot } from '~/features/plan/plan'

/** Functions to select and move the drawing's items. */
export type Handles = {
  selected: Item | null
  select: (item: Item) => void
  /** The coordinates shown while an item is dragged. */
  drag: (item: Item, to: Partial<Spot>) => void
  drop: () => void
  key: (item: Item, event: KeyboardEvent) => void
}
