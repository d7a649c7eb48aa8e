import { useState } from 'react'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { BothSides, type Side } from './BothSides'

/** Resolves fields that another user has changed in the draft, too: one value of each is chosen. */
export function SaveConflict({
  onClose,
  conflicts,
  onResolve,
}: {
  onClose: () => void
  conflicts: readonly { field: string; yours: string; theirs: string }[]
  /** Called with the fields that take the other editor's value. */
  onResolve: (theirs: readonly string[]) => void
}) {
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const theirs = conflicts.filter(({ field }) => chosen[field] === 'theirs').map(({ field }) => field)
  return (
    <Dialog open onClose={onClose} title="Someone else is editing this product" place="wide">
      <BothSides
        title="Changed by both of you"
        lead="Nothing of yours is lost. Choose the value to keep in the draft."
        conflicts={conflicts}
        sides={{ yours: 'Yours', theirs: 'Theirs' }}
        chosen={chosen}
        onChoose={(field, side) => setChosen((before) => ({ ...before, [field]: side }))}
      />
      <Button
        variant="primary"
        className="mt-8"
        disabled={conflicts.some(({ field }) => !chosen[field])}
        onClick={() => onResolve(theirs)}
      >
        Keep these values
      </Button>
    </Dialog>
  )
}
