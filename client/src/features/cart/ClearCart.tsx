import { useState } from 'react'
import { Button } from '~/ui/Button'
import { useLazyModule } from '~/ui/useLazyModule'

const load = () => import('./ClearCartDialog')

/** Clears the cart after a confirmation. */
export function ClearCart({ units, onClear }: { units: number; onClear: () => void }) {
  const dialog = useLazyModule(load)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="mt-4 -ml-4"
        onClick={async () => setAsking(await dialog.load())}
      >
        Clear cart
      </Button>
      {dialog.part && (
        <dialog.part.ClearCartDialog
          open={asking}
          units={units}
          onClear={onClear}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
