import { type ReactNode, useState } from 'react'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'

/** Optional fields behind a button. */
export function ExpandableFields({
  label,
  open = false,
  invalid,
  children,
}: {
  label: string
  /** Whether they are shown initially. */
  open?: boolean
  /** Whether one of them has an error, in which case they are shown. */
  invalid: boolean
  children: ReactNode
}) {
  const [wanted, setShown] = useState(open)
  const shown = wanted || invalid
  return (
    <div className="grid gap-4">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-4 h-auto justify-self-start text-left whitespace-normal"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'minus' : 'plus'} className="size-4" />
        {label}
      </Button>
      {shown && children}
    </div>
  )
}
