import { useId } from 'react'
import { markdownHint } from '~/features/admin/kit/markdown'
import { type State, stateOf, states } from '~/features/admin/kit/productState'
import { useFields } from '~/features/admin/kit/useContentForm'
import { categories } from '~/features/catalogue/view'
import { SelectField, TextArea, TextField } from '~/ui/Field'
import { labelOf, type ProductValues } from './draftForm'
import { textNames, textOf } from './productTexts'

/** Name, price and texts of a product, and its state in the shop. */
export function BasicFields() {
  const list = useId()
  const { values, set, text } = useFields<ProductValues>()
  const field = (name: keyof ProductValues) => ({ label: labelOf(name), ...text(name) })
  const state = stateOf(values)
  return (
    <>
      <TextField required {...field('name')} />
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <TextField hint="Such as FS-60" {...field('model')} />
        <TextField
          inputMode="decimal"
          hint={
            values.price.trim()
              ? 'Per unit, before tax. Clear it to remove the price.'
              : "Without a price, it can't be ordered."
          }
          {...field('price')}
        />
      </div>
      <TextField list={list} hint="Such as Industrial / Retail Automation" {...field('category')} />
      <datalist id={list}>
        {categories().map(({ value, label }) => value && <option key={value} value={label} />)}
      </datalist>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <SelectField
          label="State"
          required
          hint={states[state].hint}
          name="listed"
          value={state}
          onChange={({ target }) => {
            const { label: _, hint: __, ...fields } = states[target.value as State]
            for (const [name, value] of Object.entries(fields)) set(name, value)
          }}
        >
          {Object.entries(states).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {state === 'preorder' && (
          <TextField required inputMode="numeric" hint="Units in one cart" {...field('preorderLimit')} />
        )}
        <SelectField required hint="Free places show the newest products" {...field('featuredPlace')}>
          {['No', 'First', 'Second', 'Third'].map((label, place) => (
            <option key={label} value={place}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      {textNames.map((name) => {
        const { hint, rows, markdown } = textOf(name)
        const Text = rows ? TextArea : TextField
        return <Text key={name} rows={rows} hint={markdown ? markdownHint : hint} {...field(name)} />
      })}
      <TextField hint="Search terms, separated by commas" {...field('tags')} />
    </>
  )
}
