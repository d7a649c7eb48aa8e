import { useId, useState } from 'react'
import { useSearchText } from '~/ui/useSearchText'

/** While a year is typed its first digits are a year already. */
const firstYear = '1000'

/** Narrows what is shown to a time, by the day that it begins or ends with. A date that is typed counts once it is whole. */
export function DayField({
  label,
  value,
  error,
  onPause,
}: {
  label: string
  value: string
  /** Identifies the message that says what is wrong with it. */
  error?: string
  onPause: (day: string) => void
}) {
  const id = useId()
  const [whole, setWhole] = useState(true)
  const [day, setDay] = useSearchText(value, onPause, whole)
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="label text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={day}
        aria-invalid={error ? true : undefined}
        aria-describedby={error}
        onChange={({ target: { value, validity } }) => {
          setDay(value)
          setWhole(!validity.badInput && (value === '' || value >= firstYear))
        }}
        onBlur={() => setWhole(true)}
        className="min-h-12 w-full rounded-plate border border-control bg-plate px-4 text-body transition-colors hover:border-muted focus:border-fg aria-invalid:border-error"
      />
    </div>
  )
}
