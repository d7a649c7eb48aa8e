import { Dot, type Tone } from '~/ui/Dot'
import { Icon } from '~/ui/Icon'

/** A status as a dot and a word that can be chosen. */
export function StatusSelect<Status extends string>({
  label,
  tone,
  value,
  options,
  onChange,
}: {
  /** Names it: there is one in every row. */
  label: string
  tone: Tone
  value: Status
  options: { value: Status; label: string }[]
  onChange: (status: Status) => void
}) {
  return (
    <span className="relative -ml-3 inline-flex max-w-[calc(100%+0.75rem)]">
      <Dot tone={tone} className="pointer-events-none absolute inset-y-0 left-3 my-auto" />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as Status)}
        className="label min-h-11 min-w-0 appearance-none text-ellipsis rounded-plate border border-transparent bg-transparent pr-9 pl-7 text-fg transition-colors hover:border-control hover:bg-raised [&>option]:bg-plate"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" className="pointer-events-none absolute right-3 size-4 text-muted" />
    </span>
  )
}
