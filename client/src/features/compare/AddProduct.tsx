import { SelectField } from '~/ui/Field'

/** An empty column of the comparison with a select to add a product. */
export function AddProduct({
  choices,
  taken,
  onAdd,
}: {
  choices: readonly { id: string; name: string }[]
  taken: readonly string[]
  onAdd: (id: string) => void
}) {
  return (
    <SelectField
      label="Add a product"
      required
      value=""
      onChange={(event) => event.target.value && onAdd(event.target.value)}
    >
      <option value="">Choose…</option>
      {choices
        .filter(({ id }) => !taken.includes(id))
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </SelectField>
  )
}
