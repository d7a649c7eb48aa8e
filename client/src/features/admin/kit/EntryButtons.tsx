import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'

/** Moves or removes an entry of a list, which `name` names. */
export function EntryButtons({
  name,
  index,
  count,
  onMove,
  onRemove,
}: {
  name: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}) {
  return (
    <span className="flex shrink-0">
      <IconButton label={`Move ${name} up`} disabled={index === 0} onClick={() => onMove(index - 1)}>
        <Icon name="arrow-down" className="size-4 rotate-180" />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <Icon name="arrow-down" className="size-4" />
      </IconButton>
      <IconButton label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="trash" className="size-4" />
      </IconButton>
    </span>
  )
}
