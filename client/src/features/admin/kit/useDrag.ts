import { type DragEvent, useState } from 'react'

/**
 * Moves entries of a list by dragging their handles with a mouse. Keyboard and touch need buttons beside them.
 * `onMove` gets the entry's index before and after.
 */
export function useDrag(count: number, onMove: (from: number, to: number) => void) {
  /** `slot` is the place between two entries where it would be dropped: 0 above the first one. */
  const [drag, setDrag] = useState<{ from: number; slot: number } | null>(null)
  const to = drag && (drag.slot > drag.from ? drag.slot - 1 : drag.slot)
  const moves = drag && to !== drag.from

  return {
    handle: (from: number) => ({
      draggable: true,
      onDragStart({ currentTarget, dataTransfer }: DragEvent) {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', '')
        const row = currentTarget.closest('li')
        if (row) dataTransfer.setDragImage(row, 0, 0)
        setDrag({ from, slot: from })
      },
      onDragEnd: () => setDrag(null),
    }),
    over: (index: number) => ({
      onDragOver(event: DragEvent) {
        // Something else is dragged: a file, or an entry of another list.
        if (!drag) return
        event.preventDefault()
        const { top, height } = event.currentTarget.getBoundingClientRect()
        const slot = event.clientY < top + height / 2 ? index : index + 1
        if (slot !== drag.slot) setDrag({ ...drag, slot })
      },
      onDrop(event: DragEvent) {
        if (!drag || to === null) return
        event.preventDefault()
        setDrag(null)
        if (moves) onMove(drag.from, to)
      },
    }),
    /** Classes of an entry: the one that is dragged, and the line where it would be dropped. */
    look(index: number) {
      if (!drag) return ''
      const above = moves && drag.slot === index
      const below = moves && drag.slot === count && index === count - 1
      return `${drag.from === index ? 'opacity-55' : ''} ${above ? '[box-shadow:0_-2px_0_var(--color-signal)]' : below ? '[box-shadow:0_2px_0_var(--color-signal)]' : ''}`
    },
  }
}
