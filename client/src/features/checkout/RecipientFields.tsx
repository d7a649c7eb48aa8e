import { TextArea, TextField } from '~/ui/Field'
import type { FieldBindings } from './ShippingFields'
import type { Shipping } from './shipping'

/** The recipient and notes for the carrier. */
export function RecipientFields({ field, errors }: FieldBindings<keyof Shipping>) {
  return (
    <div className="grid items-start gap-x-6 gap-y-6 sm:grid-cols-2">
      <TextField
        label="Recipient"
        autoComplete="shipping name"
        hint="If it isn't you."
        error={errors.recipient?.message}
        {...field('recipient')}
      />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="shipping tel"
        hint="For the carrier."
        error={errors.phone?.message}
        {...field('phone')}
      />
      <div className="sm:col-span-2">
        <TextArea
          label="Delivery notes"
          rows={3}
          autoComplete="off"
          hint="Such as floor, opening hours or lift gate."
          error={errors.notes?.message}
          {...field('notes')}
        />
      </div>
    </div>
  )
}

/** The company at an address. */
export function CompanyField({
  field,
  errors,
  kind = 'shipping',
  required,
}: FieldBindings<'company'> & { kind?: 'shipping' | 'billing'; required?: boolean }) {
  return (
    <TextField
      label="Company"
      required={required}
      autoComplete={`${kind} organization`}
      error={errors.company?.message}
      {...field('company')}
    />
  )
}
