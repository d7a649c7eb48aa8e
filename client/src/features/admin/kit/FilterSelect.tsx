import { SelectField } from '~/ui/Field'

/** Narrows a list to one of a few; the first choice is all. */
export function FilterSelect({
  label,
  all,
  options,
  value,
  onChange,
}: {
  label: string
  all: string
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
