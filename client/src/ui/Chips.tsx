import { useId } from 'react'

/** A single choice among a few options: radio buttons styled as chips. */
export function Chips<Value extends string>({
  label,
  options,
  value,
  onChange,
  scroll = false,
}: {
  /** Names the group for screen readers. */
  label: string
  options: { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** Keeps the chips on one line, which scrolls horizontally. */
  scroll?: boolean
}) {
  const name = useId()
  return (
    <fieldset
      className={`flex min-w-0 gap-2 ${scroll ? '-m-1 overflow-x-auto p-1 [scrollbar-width:none]' : 'flex-wrap'}`}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-11 shrink-0 cursor-pointer items-center rounded-plate border border-control px-4 text-small text-muted transition-colors hover:border-fg hover:text-fg has-checked:border-fg has-checked:bg-fg has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-fg"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
