import { type ReactNode, useState } from 'react'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'

/** Fields that few need, behind a button. */
export function More({ label, open, children }: { label: string; open: boolean; children: ReactNode }) {
  const [shown, setShown] = useState(open)
  return (
    <div className="grid gap-4">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-4 justify-self-start"
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
