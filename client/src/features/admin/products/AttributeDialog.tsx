import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { FormDialog } from '~/features/admin/kit/FormDialog'
import { type Payload, useSend } from '~/features/admin/kit/useAction'
import { optionalText, requiredText } from '~/lib/forms'
import { humanise } from '~/lib/humanise'
import { AttributeKind, AttributeUnit } from '~/lib/schema.gen'
import { CheckBox } from '~/ui/CheckBox'
import { SelectField, TextField } from '~/ui/Field'
import {
  AdminAttributesDocument,
  type AdminAttributesQuery,
  AttributeCreateDocument,
  AttributeUpdateDocument,
} from './AdminAttributes.gen'

const schema = z.object({
  id: requiredText('ID', 40),
  label: requiredText('Label', 50),
  kind: z.enum(AttributeKind),
  unit: z.enum(AttributeUnit),
  choices: optionalText('Choices', 3000),
  categories: optionalText('Categories', 3000),
  filterable: z.boolean(),
  comparable: z.boolean(),
  position: z.string().check(z.regex(/^\d{1,5}$/, 'Position must be a whole number')),
})
const resolver = zodResolver(schema)
type Values = z.infer<typeof schema>
const empty: Values = {
  id: '',
  label: '',
  kind: 'NUMBER',
  unit: 'NONE',
  choices: '',
  categories: '',
  filterable: true,
  comparable: true,
  position: '1000',
}

export type Attribute = AdminAttributesQuery['attributes'][number]

const split = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** Adds an attribute, or changes `attribute`, whose ID, kind and unit are fixed. */
export function AttributeDialog({
  open,
  attribute,
  onClose,
}: {
  open: boolean
  attribute: Attribute | null
  onClose: () => void
}) {
  const send = useSend()
  const save = (values: Values): Promise<Payload | undefined> => {
    const { id, kind, unit, ...rest } = values
    const input = {
      ...rest,
      position: Number(values.position),
      choices: split(values.choices),
      categories: split(values.categories),
    }
    const again = { refetchQueries: [AdminAttributesDocument] }
    return attribute
      ? send(AttributeUpdateDocument, { id: attribute.id, ...input }, again)
      : send(AttributeCreateDocument, { id, kind, unit, ...input }, again)
  }
  const edited = attribute && {
    ...attribute,
    choices: attribute.choices.join(', '),
    categories: attribute.categories.join(', '),
    position: String(attribute.position),
  }
  return (
    <FormDialog<Values>
      noun="attribute"
      open={open}
      edited={edited}
      empty={empty}
      resolver={resolver}
      save={save}
      done={({ label }) => `${label} was ${attribute ? 'saved' : 'added'}`}
      failed={attribute ? 'Failed to save attribute.' : 'Failed to add attribute.'}
      onClose={onClose}
    >
      {({ register, watch, formState: { errors } }) => (
        <>
          <TextField label="Label" required error={errors.label?.message} {...register('label')} />
          {!attribute && (
            <>
              <TextField
                label="ID"
                required
                hint="For links and the API, such as noiseLevel. It can't be changed later."
                error={errors.id?.message}
                {...register('id')}
              />
              <SelectField label="Kind" required error={errors.kind?.message} {...register('kind')}>
                <option value="NUMBER">Number</option>
                <option value="CHOICE">Choice</option>
                <option value="FLAG">Yes or not stated</option>
              </SelectField>
            </>
          )}
          {!attribute && watch('kind') === 'NUMBER' && (
            <SelectField
              label="Unit"
              required
              hint="Values are whole numbers of it"
              error={errors.unit?.message}
              {...register('unit')}
            >
              {Object.values(AttributeUnit)
                .filter((unit) => unit !== 'MONEY')
                .map((unit) => (
                  <option key={unit} value={unit}>
                    {humanise(unit)}
                  </option>
                ))}
            </SelectField>
          )}
          {watch('kind') === 'CHOICE' && (
            <TextField
              label="Choices"
              required
              hint="Separated by commas"
              error={errors.choices?.message}
              {...register('choices')}
            />
          )}
          <TextField
            label="Categories"
            hint="Separated by commas. All products if empty."
            error={errors.categories?.message}
            {...register('categories')}
          />
          <TextField
            label="Position"
            required
            inputMode="numeric"
            hint="Lowest first"
            error={errors.position?.message}
            {...register('position')}
          />
          <CheckBox label="Customers filter by it" {...register('filterable')} />
          <CheckBox label="A row of comparisons" {...register('comparable')} />
        </>
      )}
    </FormDialog>
  )
}
