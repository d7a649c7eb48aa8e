import type { ReactNode } from 'react'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'

/** A stored part of a film, with a button that removes it. */
export function FilmEntry({
  remove,
  onRemove,
  children,
}: {
  remove: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <div className="flex items-center justify-between gap-4">
      {children}
      <IconButton label={remove} onClick={onRemove}>
        <Icon name="trash" className="size-4" />
      </IconButton>
    </div>
  )
}
