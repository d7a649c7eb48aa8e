import type { ReactNode } from 'react'
import { formatMoney, formatPeriod } from '~/lib/format'
import { withUnits } from '~/lib/units'
import { Dot } from '~/ui/Dot'
import { Money } from '~/ui/Money'
import { Checks, Failed, Fold, tones } from './Checks'
import { formatFigure, secondsText } from './measures'
import type { Remedy } from './remedy'
import type { PlanResult } from './usePlanResult'

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
