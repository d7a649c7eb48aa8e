import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { formatCount } from '~/lib/format'
import { Chips } from '~/ui/Chips'
import { Slider } from '~/ui/Slider'
import { BreakEvenDocument } from './BreakEven.gen'
import { BreakEvenChart } from './BreakEvenChart'
import { CostTable } from './CostTable'
import {
  breakEvenMonth,
  type Costs,
  chartMonths,
  defaultHours,
  formatWholeAmount,
  maxMonths,
  monthsOf,
  monthsText,
  totalsAt,
} from './costs'

const services = [
  { value: 'alone', label: 'Without service' },
  { value: 'served', label: 'With service' },
] as const

const units = [
  { value: 'months', label: 'Months of use' },
  { value: 'hours', label: 'Hours of use' },
] as const

/** When buying becomes cheaper than renting; nothing for products whose plans lack the figures. */
export default function BreakEven({ id }: { id: string }) {
  const { data } = useQuery(BreakEvenDocument, { variables: { id } })
  const [service, setService] = useState<'alone' | 'served'>('alone')
  const [unit, setUnit] = useState<'months' | 'hours'>('months')
  const [chosen, setChosen] = useState(12)
  const [hours, setHours] = useState(12 * defaultHours)
  const [hoursAMonth, setHoursAMonth] = useState(defaultHours)
  if (!data?.alone) return null
  const served = service === 'served' ? data.served : null
  const costs = served ?? data.alone
  const months = unit === 'months' ? chosen : monthsOf(hours, hoursAMonth)
  return (
    <div className="grid gap-8 lg:grid-cols-12">
      <div className="grid content-start gap-6 lg:col-span-5">
        <h3>Rent or buy</h3>
        {data.served && (
          <Chips label="Service" options={[...services]} value={service} onChange={setService} />
        )}
        <p className="text-small text-muted">
          {served
            ? `With a service contract: buying adds ${money(served.service)} per month.`
            : 'Machine only, no service contract.'}
        </p>
        <Chips label="Count by" options={[...units]} value={unit} onChange={setUnit} />
        {unit === 'months' ? (
          <Slider
            label="Months of use"
            text={monthsText}
            value={chosen}
            min={1}
            max={maxMonths}
            onChange={setChosen}
          />
        ) : (
          <>
            <Slider
              label="Total hours of use"
              text={hoursText}
              value={hours}
              min={40}
              max={10_000}
              step={40}
              onChange={setHours}
            />
            <Slider
              label="Hours of use per month"
              text={hoursText}
              value={hoursAMonth}
              min={40}
              max={720}
              step={20}
              onChange={setHoursAMonth}
            />
          </>
        )}
        <Outcome costs={costs} months={months} hours={unit === 'hours' ? { hours, hoursAMonth } : null} />
      </div>
      <div className="grid min-w-0 content-start gap-4 lg:col-span-7">
        <BreakEvenChart costs={costs} months={months} horizon={chartMonths(costs.months, months)} />
        <CostTable costs={costs} />
      </div>
    </div>
  )
}

function money({ amount, currency }: Costs['rent']): string {
  return formatWholeAmount(Number(amount), currency)
}

/** The result in words, announced whenever it changes. */
function Outcome({
  costs,
  months,
  hours,
}: {
  costs: Costs
  months: number
  hours: { hours: number; hoursAMonth: number } | null
}) {
  const { rented, bought } = totalsAt(costs, months)
  const of = (amount: number) => formatWholeAmount(amount, costs.rent.currency)
  const from = breakEvenMonth(costs)
  const difference = Math.abs(rented - bought)
  return (
    <div aria-live="polite" className="grid gap-3">
      <p className="text-lead font-semibold">
        {from === null
          ? 'Renting is always cheaper: owning costs at least as much per month.'
          : `Buying is cheaper from month ${from}${hours ? `, after ${hoursText((from - 1) * hours.hoursAMonth)} of use` : ''}.`}
      </p>
      <p className="text-muted">
        After {monthsText(months)}: rented {of(rented)}, bought {of(bought)}.{' '}
        {difference === 0
          ? 'Both cost the same.'
          : `${rented < bought ? 'Renting' : 'Buying'} costs ${of(difference)} less.`}
      </p>
      <p className="text-small text-faint">
        {hours
          ? `${hoursText(hours.hours)} at ${hoursText(hours.hoursAMonth)} per month take ${monthsText(months)} of rent${hours.hours > maxMonths * hours.hoursAMonth ? ', the longest period compared here' : ''}. `
          : ''}
        Rent is charged per full month. The plan states the minimum rental term.
      </p>
    </div>
  )
}

function hoursText(hours: number): string {
  return `${formatCount(Math.ceil(hours))} hours`
}
