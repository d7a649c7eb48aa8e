import { useId } from 'react'

/** Narrows what is shown to a time, by the day that it begins or ends with. */
export function DayField({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string
  /** Identifies the message that says what is wrong with it. */
  error?: string
  onChange: (day: string) => void
}) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="label text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full rounded-plate border border-control bg-plate px-4 text-body transition-colors hover:border-muted focus:border-fg aria-invalid:border-error"
      />
    </div>
  )
}
