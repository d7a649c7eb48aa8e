import { SelectField } from '~/ui/Field'

/** An order of a list, as its address and as the graph name it. */
type Sort<Order extends string> = { value: string; label: string; order: Order }

/** The orders of a list; the first one is the usual one, which the address leaves out. */
export type Sorts<Order extends string> = readonly [Sort<Order>, ...Sort<Order>[]]

/** The order that an address names, the usual one where it names none. */
export function sortOf<Order extends string>(sorts: Sorts<Order>, given: string): Sort<Order> {
  return sorts.find(({ value }) => value === given) ?? sorts[0]
}

/** Chooses in which order a list stands. */
export function SortSelect<Order extends string>({
  sorts,
  value,
  onChange,
}: {
  sorts: Sorts<Order>
  /** As the address has it. */
  value: string
  onChange: (value: string) => void
}) {
  return (
    <SelectField
      label="Sort by"
      required
      value={sortOf(sorts, value).value}
      onChange={({ target }) => onChange(target.value === sorts[0].value ? '' : target.value)}
    >
      {sorts.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
