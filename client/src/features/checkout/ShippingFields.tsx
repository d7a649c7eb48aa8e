import { useMemo } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { countries } from '~/lib/countries'
import { settings } from '~/lib/settings'
import { SelectField, TextField } from '~/ui/Field'
import type { Shipping } from './shippingSchema'

/** The fields of a delivery address; `country` is the one that the form starts with, which the list begins with. */
export function ShippingFields({
  register,
  errors,
  country,
}: {
  register: UseFormRegister<Shipping>
  errors: FieldErrors<Shipping>
  country: string
}) {
  const options = useMemo(() => countries(country || settings().country), [country])
  return (
    <div className="grid grid-cols-6 items-start gap-x-4 gap-y-6 sm:gap-x-6">
      <div className="col-span-full">
        <TextField
          label="Address"
          required
          autoComplete="shipping address-line1"
          hint="Street and number."
          error={errors.address?.message}
          {...register('address')}
        />
      </div>
      <div className="col-span-full min-[24rem]:col-span-3 sm:col-span-2">
        <TextField
          label="Postal code"
          required
          autoComplete="shipping postal-code"
          error={errors.postalCode?.message}
          {...register('postalCode')}
        />
      </div>
      <div className="col-span-full min-[24rem]:col-span-3 sm:col-span-4">
        <TextField
          label="City"
          required
          autoComplete="shipping address-level2"
          error={errors.city?.message}
          {...register('city')}
        />
      </div>
      <div className="col-span-full">
        <SelectField
          label="Country"
          required
          autoComplete="shipping country"
          error={errors.country?.message}
          {...register('country')}
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
