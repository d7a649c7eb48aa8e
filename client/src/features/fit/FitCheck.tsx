import { useQuery } from '@apollo/client/react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { parseGrams, partMassRule, readPartMass, savePartMass } from '~/lib/partMass'
import { paths } from '~/lib/paths'
import { Button, ButtonLink } from '~/ui/Button'
import { TextField } from '~/ui/Field'
import { FitCheckDocument } from './FitCheck.gen'
import { FitResult, FitSummary } from './FitResult'

/** The debounce of the mass input. */
const rest = 400

/**
 * Asks for the part's mass and checks whether the products fit each other and the part; nothing if there is nothing to
 * check.
 */
export function FitCheck({
  productIds,
  onSummary,
}: {
  productIds: readonly string[]
  /** Called with a summary of the result, or null. */
  onSummary?: (summary: ReactNode) => void
}) {
  const heading = useId()
  const [typed, setTyped] = useState(readPartMass)
  const [asked, setAsked] = useState(() => parseGrams(typed) ?? 0)
  const grams = parseGrams(typed)
  // On phones the individual checks are collapsed.
  const [opened, setOpened] = useState(false)
  const folded = asked === 0 && !opened

  useEffect(() => {
    if (grams === undefined) return
    const timer = setTimeout(() => {
      setAsked(grams ?? 0)
      savePartMass(grams)
    }, rest)
    return () => clearTimeout(timer)
  }, [grams])

  const { data, previousData, error, loading, refetch } = useQuery(FitCheckDocument, {
    variables: { ids: [...productIds], partMassGrams: asked },
  })
  const check = (data ?? previousData)?.fitCheck
  const outcome = check?.outcome
  useEffect(() => onSummary?.(outcome ? <FitSummary outcome={outcome} /> : null), [onSummary, outcome])
  if (!error && !check?.groups.length) return null
  return (
    <section
      id="fit-check"
      tabIndex={-1}
      aria-labelledby={heading}
      className="ticks mt-10 grid gap-6 bg-plate p-6 sm:p-8 print:hidden"
    >
      <header className="grid gap-2">
        <h2 id={heading} className="text-lead">
          Fit check
        </h2>
        <p className="max-w-prose text-small text-muted">
          Checks that these products work together, using their data sheets. Results never block an order.
        </p>
      </header>
      <div className="sm:max-w-80">
        <TextField
          label="Part mass, kg"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={grams === undefined ? partMassRule : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {error ? (
        <div role="alert" className="grid justify-items-start gap-3 text-small">
          <p>Couldn't run the fit check. Check your connection and try again.</p>
          <Button size="sm" onClick={() => void refetch().catch(() => undefined)}>
            Try again
          </Button>
        </div>
      ) : (
        <div aria-live="polite" aria-busy={loading} className="grid gap-6">
          <p className="font-semibold">{outcome && <FitSummary outcome={outcome} />}</p>
          {folded && (
            <Button size="sm" className="justify-self-start md:hidden" onClick={() => setOpened(true)}>
              Show each check
            </Button>
          )}
          {check && (
            <div className={`grid gap-6 ${folded ? 'max-md:hidden' : ''}`}>
              <FitResult check={check} />
            </div>
          )}
        </div>
      )}
      <ButtonLink size="sm" className="justify-self-start" to={paths.plan}>
        Plan a cell
      </ButtonLink>
    </section>
  )
}
