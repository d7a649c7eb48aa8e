import { type ReactNode, useId, useState } from 'react'
import { controlStyles, SelectField } from '~/ui/Field'
import { SearchField } from '~/ui/SearchField'
import { useDebouncedSearch } from '~/ui/useDebouncedSearch'
import { oneOf } from './address'

/** What narrows or sorts a list by a parameter of the address. */
export type Filter<Value, Node = unknown> = {
  /** What the parameter means; it is '' when it is missing. */
  read: (parameter: string) => Value
  field: (props: {
    parameter: string
    /** Changes the address; with `replace` in place of the entry in the history. */
    show: (parameter: string, options?: { replace: boolean }) => void
    /** What the list shows now. */
    nodes: readonly Node[]
  }) => ReactNode
}

/** A text to search for. Typing replaces the entry in the history. */
export function search(label: string): Filter<string> {
  return {
    read: (parameter) => parameter.trim(),
    field: ({ parameter, show }) => (
      <SearchField label={label} value={parameter} onPause={(text) => show(text, { replace: true })} />
    ),
  }
}

/** One of a few, by the words for each, or all. */
export function choice<Value extends string>(
  label: string,
  options: Record<Value, string>,
): Filter<Value | undefined> {
  return {
    read: (parameter) => oneOf(options, parameter),
    field: ({ parameter, show }) => (
      <FilterSelect label={label} options={options} value={oneOf(options, parameter) ?? ''} onChange={show} />
    ),
  }
}

/** A sort order, as the address and as the graph name it. */
type Sort<Order extends string> = { value: string; label: string; order: Order }

/** The sort orders of a list. The first one is the default, which the address leaves out. */
export function sorting<Order extends string>(
  sorts: readonly [Sort<Order>, ...Sort<Order>[]],
): Filter<Order> {
  const sortOf = (parameter: string) => sorts.find(({ value }) => value === parameter) ?? sorts[0]
  return {
    read: (parameter) => sortOf(parameter).order,
    field: ({ parameter, show }) => (
      <SelectField
        label="Sort by"
        required
        value={sortOf(parameter).value}
        onChange={({ target }) => show(target.value === sorts[0].value ? '' : target.value)}
      >
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    ),
  }
}

/** Chooses one of a few; the first choice is all. */
export function FilterSelect({
  label,
  all = 'All',
  options,
  value,
  onChange,
}: {
  label: string
  all?: string
  options: Record<string, string>
  value: string
  onChange: (value: string) => void
}) {
  return (
    <SelectField label={label} required value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {Object.entries(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

/** While a year is typed its first digits are a year already. */
const firstYear = '1000'

/** The first or last day of a period. A date that is typed counts once it is complete. */
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
  const [complete, setComplete] = useState(true)
  const [day, setDay] = useDebouncedSearch(value, onPause, complete)
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
          setComplete(!validity.badInput && (value === '' || value >= firstYear))
        }}
        onBlur={() => setComplete(true)}
        className={controlStyles}
      />
    </div>
  )
}
