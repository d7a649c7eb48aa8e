import { useId } from 'react'
import { DayField } from '~/features/admin/kit/filters'
import { Chips } from '~/ui/Chips'
import { FieldError } from '~/ui/Field'
import { type Period, type PeriodPreset, presets } from './period'

const options = Object.entries(presets).map(([value, label]) => ({ value: value as PeriodPreset, label }))

/** Chooses the period of the dashboard. */
export function PeriodPicker({
  preset,
  from,
  until,
  error,
  onChange,
}: Period & {
  preset: PeriodPreset
  error?: string
  onChange: (change: { period: PeriodPreset } & Partial<Period>) => void
}) {
  const id = useId()
  const own = (change: Partial<Period>) => onChange({ period: 'own', ...change })
  return (
    <search aria-label="Period" className="mb-8 grid gap-4">
      <Chips
        label="Period"
        options={options}
        value={preset}
        onChange={(period) =>
          period === 'own' ? own({ from, until }) : onChange({ period, from: '', until: '' })
        }
      />
      {preset === 'own' && (
        <div className="grid max-w-md gap-4 sm:grid-cols-2">
          <DayField label="From" value={from} error={error && id} onPause={(day) => own({ from: day })} />
          <DayField label="To" value={until} error={error && id} onPause={(day) => own({ until: day })} />
          {error && (
            <div role="alert" className="sm:col-span-2">
              <FieldError id={id}>{error}</FieldError>
            </div>
          )}
        </div>
      )}
    </search>
  )
}
