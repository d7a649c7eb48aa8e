import type { ComponentProps } from 'react'
import { SectionIcon } from '~/features/admin/shell/SectionIcon'

/** The handle by which a mouse drags an entry; its properties come from `handle` of useDrag. */
export function DragHandle({ className = '', ...rest }: ComponentProps<'span'>) {
  return (
    <span
      {...rest}
      title="Drag to move"
      className={`hidden cursor-grab p-2 text-faint hover:text-fg md:block ${className}`}
    >
      <SectionIcon path="M8 6h2M14 6h2M8 12h2M14 12h2M8 18h2M14 18h2" />
    </span>
  )
}
