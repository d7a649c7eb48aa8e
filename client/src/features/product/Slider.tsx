import { useId } from 'react'

/** A number to set by dragging or with the arrow keys; `text` says it with its unit. */
export function Slider({
  label,
  text,
  value,
  min,
  max,
  step = 1,
  onChange,
}: {
  label: string
  text: string
  value: number
  min: number
  max: number
  step?: number
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <div className="label flex justify-between gap-4">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        <output htmlFor={id}>{text}</output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-h-11 w-full cursor-pointer"
        style={{ accentColor: 'var(--color-fg)' }}
      />
    </div>
  )
}
