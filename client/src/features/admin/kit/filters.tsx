import { type ReactNode, useId, useState } from 'react'
import { controlStyles, SelectField } from '~/ui/Field'
import { SearchField } from '~/ui/SearchField'
import { useDebouncedSearch } from '~/ui/useDebouncedSearch'
import { oneOf } from './address'

/** Filters or sorts a list by a URL parameter. */
export type Filter<Value, Node = unknown> = {
  /** Parses the parameter, which is '' if absent. */
  read: (parameter: string) => Value
  field: (props: {
    parameter: string
    /** Sets the parameter, with `replace` in the current history entry. */
    show: (parameter: string, options?: { replace: boolean }) => void
    /** The list's current rows. */
    nodes: readonly Node[]
  }) => ReactNode
}

/** A search text. Typing replaces the history entry. */
export function search(label: string): Filter<string> {
  return {
    read: (parameter) => parameter.trim(),
    field: ({ parameter, show }) => (
      <SearchField label={label} value={parameter} onPause={(text) => show(text, { replace: true })} />
    ),
  }
}

/** One of `options`, which maps values to labels, or all. */
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

/** A sort order: its name in the URL, its label, and its value in GraphQL. */
type Sort<Order extends string> = { value: string; label: string; order: Order }

/** The sort orders of a list. The first one is the default, which the URL omits. */
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

/** A select whose first option is all. */
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

/** The first digits of a year that is being typed are a valid earlier year. */
const firstYear = '1000'

/** The first or last day of a period. A typed date takes effect once it is complete. */
export function DayField({
  label,
  value,
  error,
  onPause,
}: {
  label: string
  value: string
  /** The ID of its error message. */
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
