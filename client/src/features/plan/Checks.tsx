import type { ReactNode } from 'react'
import type { CellRule, FitOutcome } from '~/lib/schema.gen'
import { withUnits } from '~/lib/units'
import { Button } from '~/ui/Button'
import { Dot, type Tone } from '~/ui/Dot'
import { formatFigure } from './measures'
import type { Remedy } from './remedy'
import type { PlanResult } from './usePlanResult'

export const tones: Record<FitOutcome, Tone> = { FITS: 'ok', DOES_NOT_FIT: 'warn', NOT_STATED: 'neutral' }

type Check = PlanResult['checks'][number]

const rules: Record<CellRule, string> = {
  REACH_PICK: 'Reach to pick',
  REACH_PLACE: 'Reach to place',
  PAYLOAD: 'Payload',
  MOMENT: 'Wrist moment',
  GRIP: 'Grip mass',
  STROKE: 'Grip width',
  FORCE: 'Grip force',
  FLANGE: 'Flange',
  VOLTAGE: 'Voltage',
  CURRENT: 'Current',
  INTERFACE: 'Interface',
  LOAD: 'Load on rail',
  MOUNTING: 'Mounting',
  FLOOR: 'Clear of floor',
  TABLE: 'Clear of tables',
  FENCE: 'Clear of fence',
  SPEED: 'Parts per hour',
}

const unitText = (value: number, unit: string | null) =>
  withUnits(`${Number.isInteger(value) ? formatFigure(value) : value.toFixed(1)} ${unit ?? ''}`.trim())

/** A failed check, and what would help. */
export function Failed({ check, onApply }: { check: Check; onApply?: (remedy: Remedy) => void }) {
  const { rule, message, needed, limit, unit, remedies } = check
  return (
    <li className="grid gap-3 border-l-2 border-warn pl-4">
      <div className="grid gap-1">
        <p className="font-semibold">{rules[rule]}</p>
        <p className="text-small text-muted">{withUnits(message)}</p>
        {needed !== null && limit !== null && (
          <p className="label text-faint">
            needs {unitText(needed, unit)} · limit {unitText(limit, unit)}
          </p>
        )}
      </div>
      {remedies.length > 0 && (
        <ul className="grid justify-items-start gap-2" aria-label="What would help">
          {remedies.map((remedy) => (
            <li key={remedy.message}>
              {onApply ? (
                <Button
                  size="sm"
                  className="py-2 text-left whitespace-normal!"
                  onClick={() => onApply(remedy)}
                >
                  {withUnits(remedy.message)}
                </Button>
              ) : (
                <span className="text-small">{withUnits(remedy.message)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Checks with the same outcome. */
export function Checks({ title, checks, open }: { title: string; checks: readonly Check[]; open: boolean }) {
  return (
    <Fold title={title} open={open}>
      <ul className="grid gap-3">
        {checks.map(({ rule, outcome, message, needed, limit, unit }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules repeat, and messages change while dragging.
          <li key={index} className="grid gap-1 text-small">
            <p className="flex items-baseline justify-between gap-3">
              <span className="flex items-baseline gap-2">
                <Dot tone={tones[outcome]} />
                {rules[rule]}
              </span>
              {needed !== null && limit !== null && (
                <span className="label text-right text-faint">
                  {unitText(needed, null)} / {unitText(limit, unit)}
                </span>
              )}
            </p>
            <p className="text-muted">{withUnits(message)}</p>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** A part of the results that folds. */
export function Fold({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className="border-t" open={open}>
      <summary className="min-h-11 py-3 text-small font-semibold hover:text-signal">{title}</summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
