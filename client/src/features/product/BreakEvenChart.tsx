import type { CSSProperties } from 'react'
import { type Costs, formatWholeAmount, monthsText, totalsAt } from './costs'

/** The costs over time as two lines, with their crossing and the chosen time. The table below says the same. */
export function BreakEvenChart({
  costs,
  months,
  horizon,
}: {
  costs: Costs
  months: number
  /** The number of months drawn. */
  horizon: number
}) {
  const start = totalsAt(costs, 0)
  const end = totalsAt(costs, horizon)
  const top = Math.max(end.rented, end.bought) || 1
  const { currency } = costs.rent
  const x = (month: number) => `${(month / horizon) * 100}%`
  const y = (amount: number) => `${100 - (amount / top) * 100}%`
  const crossing = costs.months !== null && costs.months <= horizon ? costs.months : null
  const met = crossing === null ? 0 : totalsAt(costs, crossing).rented
  return (
    <figure className="grid gap-4">
      <figcaption className="label flex flex-wrap gap-x-8 gap-y-2 text-muted">
        <Key dashed>Renting: {formatWholeAmount(Number(costs.rent.amount), currency)} per month</Key>
        <Key>
          Buying: {formatWholeAmount(Number(costs.purchase.amount), currency)} once
          {Number(costs.service.amount) > 0 &&
            ` and ${formatWholeAmount(Number(costs.service.amount), currency)} per month`}
        </Key>
      </figcaption>
      <div aria-hidden="true" className="relative" style={{ paddingLeft: left, paddingTop: '0.5rem' }}>
        <div className="label absolute left-0 text-faint" style={{ height }}>
          {[0, 0.5, 1].map((share) => (
            <span
              key={share}
              className="absolute left-0 whitespace-nowrap"
              style={{ top: `${100 - share * 100}%`, translate: '0 -50%' }}
            >
              {formatWholeAmount(top * share, currency, 'compact')}
            </span>
          ))}
        </div>
        <div className="relative" style={{ height }}>
          <svg className="absolute size-full" focusable="false" fill="none">
            <title>Renting and buying over {monthsText(horizon)}</title>
            {[0, 50, 100].map((at) => (
              <line key={at} x2="100%" y1={`${at}%`} y2={`${at}%`} stroke="var(--color-line)" />
            ))}
            <line
              x1={x(months)}
              x2={x(months)}
              y2="100%"
              stroke="var(--color-control)"
              strokeDasharray="2 4"
            />
            <line
              x1="0%"
              y1={y(start.rented)}
              x2="100%"
              y2={y(end.rented)}
              stroke="var(--color-muted)"
              strokeWidth="2"
              strokeDasharray={dashes}
            />
            <line
              x1="0%"
              y1={y(start.bought)}
              x2="100%"
              y2={y(end.bought)}
              stroke="var(--color-fg)"
              strokeWidth="2"
            />
            {crossing !== null && (
              <>
                <line x1={x(crossing)} x2={x(crossing)} y1={y(met)} y2="100%" stroke="var(--color-signal)" />
                <circle
                  cx={x(crossing)}
                  cy={y(met)}
                  r="5"
                  fill="var(--color-ground)"
                  stroke="var(--color-signal)"
                  strokeWidth="2"
                />
              </>
            )}
          </svg>
          {crossing !== null && (
            <span
              className="label absolute whitespace-nowrap text-signal"
              style={beside(crossing / horizon, y(met))}
            >
              {crossing.toFixed(1)} months
            </span>
          )}
        </div>
        <div className="label relative mt-2 h-5 text-faint">
          {[0, 0.5, 1].map((share) => (
            <span
              key={share}
              className="absolute whitespace-nowrap"
              style={
                share === 1
                  ? { right: 0 }
                  : { left: `${share * 100}%`, translate: share ? '-50%' : undefined }
              }
            >
              {share === 1 ? monthsText(horizon) : horizon * share}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}

const dashes = '7 5'

/** The size of the drawing; the amounts are to its left. */
const height = '13rem'
const left = '4rem'

/** Right below the mark, which both lines have passed; left of it if there is not enough space. */
function beside(share: number, top: string): CSSProperties {
  return share < 0.6
    ? { left: `${share * 100}%`, top, translate: '12px 10px' }
    : { right: `${(1 - share) * 100}%`, top, translate: '-12px -30px' }
}

function Key({ dashed = false, children }: { dashed?: boolean; children: React.ReactNode }) {
  return (
    <span className="flex items-center gap-3">
      <svg aria-hidden="true" width="28" height="2" focusable="false">
        <line
          x2="28"
          y1="1"
          y2="1"
          strokeWidth="2"
          stroke={dashed ? 'var(--color-muted)' : 'var(--color-fg)'}
          strokeDasharray={dashed ? dashes : undefined}
        />
      </svg>
      {children}
    </span>
  )
}
