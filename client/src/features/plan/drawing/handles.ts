import type { KeyboardEvent } from 'react'
import type { Item, Spot } from '~/features/plan/plan'

/** What can be done with the items of the drawing. */
export type Handles = {
  selected: Item | null
  select: (item: Item) => void
  /** Coordinates under the pointer while an item is dragged. */
  drag: (item: Item, to: Partial<Spot>) => void
  drop: () => void
  key: (item: Item, event: KeyboardEvent) => void
}
