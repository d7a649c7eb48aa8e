import type { ReactNode } from 'react'
import { formatMoney, formatPeriod } from '~/lib/format'
import type { CellRule, FitOutcome } from '~/lib/schema.gen'
import { withUnits } from '~/lib/units'
import { Button } from '~/ui/Button'
import { Dot, type Tone } from '~/ui/Dot'
import { Money } from '~/ui/Money'
import { formatFigure, secondsText } from './measures'
import type { PlanResult } from './usePlanResult'

type Check = PlanResult['checks'][number]
export type Remedy = Check['remedies'][number]

export const tones: Record<FitOutcome, Tone> = { FITS: 'ok', DOES_NOT_FIT: 'warn', NOT_STATED: 'neutral' }

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

/** The verdict in a sentence. */
export function verdictOf({ outcome, checks }: PlanResult): string {
  const failed = checks.filter((check) => check.outcome === 'DOES_NOT_FIT').length
  if (outcome === 'DOES_NOT_FIT') return `${failed} ${failed === 1 ? 'check' : 'checks'} failed`
  return outcome === 'FITS' ? 'This cell works' : 'No conflicts; some data is missing'
}

/** A plan's price: the sum of its products' prices, and how many have none. */
export function priceOf({ costs, products }: PlanResult): string {
  if (costs.price) return formatMoney(costs.price)
  if (!costs.knownPrice) return 'To be announced'
  const unpriced = products.filter(({ price }) => !price)
  return `${formatMoney(costs.knownPrice)} + ${unpriced.length} to be announced`
}

/** Label and text of every figure; a comparison uses them, too. */
export function figuresOf(result: PlanResult, wanted: number) {
  const { cycle, costs, delivery, products } = result
  const { priceWithTax, payback, labourPerMonth } = costs
  const unpriced = products.filter((product) => !product.price).map(({ name }) => name)
  return [
    {
      label: 'Cycle time',
      value: cycle && secondsText(cycle.duration),
      note: cycle && `Slowest: ${cycle.slowest.name}${cycle.slowest.axis && `, ${cycle.slowest.axis}`}`,
    },
    {
      label: 'Parts per hour',
      value: cycle && formatFigure(cycle.partsPerHour),
      note: wanted > 0 ? `${formatFigure(wanted)} wanted` : null,
    },
    {
      label: 'Energy per part',
      value: cycle?.energy != null ? `${formatFigure(cycle.energy)} J` : null,
      note: null,
    },
    {
      label: 'Price',
      value: priceOf(result),
      note: priceWithTax
        ? `${formatMoney(priceWithTax)} with tax`
        : unpriced.length > 0 && `To be announced: ${unpriced.join(', ')}`,
    },
    {
      label: 'Payback',
      value:
        payback === null
          ? labourPerMonth && 'Needs all prices'
          : `${payback} ${payback === 1 ? 'month' : 'months'}`,
      note: labourPerMonth && `Replaces ${formatMoney(labourPerMonth)} of labour per month`,
    },
    {
      label: 'Delivery',
      value: delivery ? formatPeriod(delivery) : 'To be announced',
      note: delivery ? null : 'No date yet for some products',
    },
  ]
}

/** The result of a plan: verdict, failed checks with remedies, figures, and what was not checked. */
export function Results({
  result,
  wanted,
  onApply,
  children,
}: {
  result: PlanResult
  /** Parts per hour. */
  wanted: number
  /** Absent if the plan can't be changed. */
  onApply?: (remedy: Remedy) => void
  /** Actions for the plan. */
  children?: ReactNode
}) {
  const { outcome, checks, cycle, costs, notChecked, assumptions } = result
  const failed = checks.filter((check) => check.outcome === 'DOES_NOT_FIT')
  const missing = checks.filter((check) => check.outcome === 'NOT_STATED')
  const passed = checks.filter((check) => check.outcome === 'FITS')
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h2 className="flex items-baseline gap-3 text-lead">
          <Dot tone={tones[outcome]} />
          {verdictOf(result)}
        </h2>
        {cycle && (
          <p className="text-small text-muted">
            {secondsText(cycle.duration)} per part, {formatFigure(cycle.partsPerHour)} parts per hour.
          </p>
        )}
      </div>
      {failed.length > 0 && (
        <ul className="grid gap-5">
          {failed.map((check, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rules repeat, and messages change while dragging.
            <Failed key={index} check={check} onApply={onApply} />
          ))}
        </ul>
      )}
      <Figures result={result} wanted={wanted} />
      {children}
      <div>
        {missing.length > 0 && <Checks title={`${missing.length} not stated`} checks={missing} open />}
        <Checks
          title={`${passed.length} ${passed.length === 1 ? 'check' : 'checks'} passed`}
          checks={passed}
          open={failed.length === 0}
        />
        {costs.rentOrBuy && <RentOrBuy {...costs.rentOrBuy} />}
        <Fold title="Not checked">
          <List items={notChecked} />
        </Fold>
        <Fold title="Assumptions and sources">
          <List items={assumptions} />
        </Fold>
      </div>
      <p className="text-small text-faint">
        This is not a risk assessment. Before you commission a cell, assess its risks as ISO 12100 and ISO
        10218 require.
      </p>
    </div>
  )
}

const unitText = (value: number, unit: string | null) =>
  withUnits(`${Number.isInteger(value) ? formatFigure(value) : value.toFixed(1)} ${unit ?? ''}`.trim())

function Failed({ check, onApply }: { check: Check; onApply?: (remedy: Remedy) => void }) {
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

function Figures({ result, wanted }: { result: PlanResult; wanted: number }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 border-t">
      {figuresOf(result, wanted).map(({ label, value, note }) => (
        <div key={label} className="grid content-start gap-1 border-b py-3">
          <dt className="label text-faint">{label}</dt>
          <dd className="font-mono text-small figures">{value ?? '–'}</dd>
          {note && <dd className="text-small text-faint">{withUnits(note)}</dd>}
        </div>
      ))}
    </dl>
  )
}

function Checks({ title, checks, open }: { title: string; checks: readonly Check[]; open: boolean }) {
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

function Fold({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className="border-t" open={open}>
      <summary className="min-h-11 py-3 text-small font-semibold hover:text-signal">{title}</summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid gap-2 text-small text-muted">
      {items.map((item) => (
        <li key={item}>{withUnits(item)}</li>
      ))}
    </ul>
  )
}

function RentOrBuy({ months, horizon, rented, bought }: NonNullable<PlanResult['costs']['rentOrBuy']>) {
  return (
    <Fold title="Rent or buy the arm">
      <p className="text-small text-muted">
        {months === null
          ? 'Renting stays cheaper than buying.'
          : `Buying is cheaper after ${months} ${months === 1 ? 'month' : 'months'}.`}{' '}
        In {horizon} months: <Money value={rented} className="text-fg" /> rented,{' '}
        <Money value={bought} className="text-fg" /> bought.
      </p>
    </Fold>
  )
}
