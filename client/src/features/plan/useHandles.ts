import { type KeyboardEvent, useMemo } from 'react'
import type { Handles } from './drawing/handles'
import { type Item, moveItem, type Plan, spotOf } from './plan'
import type { usePlan } from './usePlan'

const steps: Readonly<Record<string, readonly [x: number, y: number, z: number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
}

/** Moves items by drags and by arrow keys: 10 mm, with Shift 100 mm. */
export function useHandles(
  { plan, change, drag, step }: ReturnType<typeof usePlan>,
  wanted: Item | null,
  select: (item: Item) => void,
): Handles {
  // A removed item can't stay selected.
  const selected = wanted !== null && spotOf(plan, wanted) ? wanted : null
  return useMemo(
    () => ({
      selected,
      select,
      drag: (item, to) => drag((before) => moveItem(before, item, to)),
      drop: () => step('drop'),
      key: (item, event: KeyboardEvent) => {
        const by = steps[event.key]
        if (!by || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        const far = event.shiftKey ? 100 : 10
        select(item)
        change((before: Plan) => {
          const { x, y, z } = spotOf(before, item) ?? { x: 0, y: 0, z: 0 }
          return moveItem(before, item, { x: x + by[0] * far, y: y + by[1] * far, z: z + by[2] * far })
        }, `move ${item} ${event.key}`)
      },
    }),
    [selected, select, drag, step, change],
  )
}
