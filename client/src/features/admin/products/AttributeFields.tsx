import { useQuery } from '@apollo/client/react'
import { useFields } from '~/features/admin/kit/useContentForm'
import { SelectField, TextField } from '~/ui/Field'
import { AdminAttributesDocument } from './AdminAttributes.gen'

/** Values of the attributes that are not built in. A blank one is not stated. */
export function AttributeFields() {
  const { data } = useQuery(AdminAttributesDocument)
  const { list, set, errors } = useFields()
  const stated = list('attributes')
  const change = (id: string, value: string) => {
    const others = stated.filter((row) => row.id !== id)
    set('attributes', value ? [...others, { id, value }] : others)
  }
  return (
    <fieldset className="grid min-w-0 items-start gap-4 sm:grid-cols-2">
      <legend className="label mb-2 text-faint">Further figures</legend>
      {data?.attributes
        .filter(({ builtIn }) => !builtIn)
        .map(({ id, label, kind, symbol, choices }) => {
          const index = stated.findIndex((row) => row.id === id)
          const field = {
            label,
            name: `attributes.${id}`,
            error: errors[`attributes.${index}.value`] ?? errors[`attributes.${index}.id`],
            value: String(stated[index]?.value ?? ''),
          }
          if (kind === 'NUMBER')
            return (
              <TextField
                key={id}
                {...field}
                hint={symbol && `Such as 6 ${symbol}`}
                onChange={({ target }) => change(id, target.value)}
              />
            )
          const options =
            kind === 'FLAG'
              ? [{ value: 'true', label: 'Yes' }]
              : choices.map((value) => ({ value, label: value }))
          return (
            <SelectField key={id} {...field} onChange={({ target }) => change(id, target.value)}>
              <option value="">Not stated</option>
              {options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          )
        })}
      <p className="col-span-full text-small text-muted">
        Which figures there are is set under Attributes, in the list of products.
      </p>
    </fieldset>
  )
}
