import { useState } from 'react'
import { Field } from '~/ui/Field'

/**
 * A number field that accepts any unit that `read` knows. A value applies as soon as it can be parsed, and is
 * reformatted in our unit on blur.
 */
export function UnitField<Value extends number | null>({
  label,
  short,
  value,
  text,
  read,
  range: [least, most],
  onChange,
  optional = false,
}: {
  label: string
  /** A shorter label, for narrow columns. */
  short?: string
  value: Value
  text: (value: Value) => string
  read: (text: string) => Value | undefined
  range: readonly [least: number, most: number]
  onChange: (value: Value) => void
  optional?: boolean
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState(true)
  const taken = typed === null ? value : within(read(typed), least, most)
  const wrong = taken === undefined && left
  return (
    <Field
      label={short ?? label}
      required={!optional}
      error={wrong ? rangeText(least, most, text as (value: number) => string) : undefined}
    >
      {(wiring) => (
        <input
          {...wiring}
          aria-label={short && label}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          className="plan-input"
          value={typed ?? text(value)}
          onFocus={(event) => {
            setLeft(false)
            event.target.select()
          }}
          onChange={({ target }) => {
            setTyped(target.value)
            const next = within(read(target.value), least, most)
            if (next !== undefined && next !== value) onChange(next)
          }}
          onBlur={() => {
            setLeft(true)
            if (taken !== undefined) setTyped(null)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && taken !== undefined) setTyped(null)
            if (event.key === 'Escape') setTyped(null)
          }}
        />
      )}
    </Field>
  )
}

function within<Value extends number | null>(value: Value | undefined, least: number, most: number) {
  if (value === null || value === undefined) return value
  return value >= least && value <= most ? value : undefined
}

const rangeText = (least: number, most: number, text: (value: number) => string) =>
  `Between ${text(least)} and ${text(most)}`
