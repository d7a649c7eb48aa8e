import { useMemo } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { countries } from '~/lib/countries'
import { settings } from '~/lib/settings'
import { SelectField, TextField } from '~/ui/Field'

/** Connects fields to their form. */
export type FieldBindings<Name extends string> = {
  field: (name: Name) => UseFormRegisterReturn
  errors: { [name in Name]?: { message?: string } }
}

/**
 * The fields of every address; `country` is the form's initial country, which comes first in the list. `kind` is the
 * autocomplete section: which of its addresses the browser fills in.
 */
export function ShippingFields({
  field,
  errors,
  country,
  kind = 'shipping',
}: FieldBindings<'address' | 'city' | 'postalCode' | 'country'> & {
  country: string
  kind?: 'shipping' | 'billing'
}) {
  const options = useMemo(() => countries(country || settings().country), [country])
  return (
    <div className="grid grid-cols-6 items-start gap-x-4 gap-y-6 sm:gap-x-6">
      <div className="col-span-full">
        <TextField
          label="Address"
          required
          autoComplete={`${kind} address-line1`}
          hint="Street and number."
          error={errors.address?.message}
          {...field('address')}
        />
      </div>
      <div className="col-span-full min-[24rem]:col-span-3 sm:col-span-2">
        <TextField
          label="Postal code"
          required
          autoComplete={`${kind} postal-code`}
          error={errors.postalCode?.message}
          {...field('postalCode')}
        />
      </div>
      <div className="col-span-full min-[24rem]:col-span-3 sm:col-span-4">
        <TextField
          label="City"
          required
          autoComplete={`${kind} address-level2`}
          error={errors.city?.message}
          {...field('city')}
        />
      </div>
      <div className="col-span-full">
        <SelectField
          label="Country"
          required
          autoComplete={`${kind} country`}
          error={errors.country?.message}
          {...field('country')}
        >
          {options.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  )
}
