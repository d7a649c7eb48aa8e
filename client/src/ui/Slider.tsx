import { useId } from 'react'
import './slider.css'

/** A range input with its two limits below it. */
export function Slider({
  label,
  text,
  spoken = text,
  value,
  min,
  max,
  step = 1,
  onChange,
}: {
  label: string
  /** Formats a value with its unit. */
  text: (value: number) => string
  /** The same for screen readers, which skip symbols. */
  spoken?: (value: number) => string
  value: number
  min: number
  max: number
  step?: number
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <div className="slider">
      <label htmlFor={id} className="text-small">
        {label}
      </label>
      <output htmlFor={id} className="label text-fg">
        {text(value)}
      </output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={spoken(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <span className="label text-faint">{text(min)}</span>
      <span className="label text-faint">{text(max)}</span>
    </div>
  )
}
