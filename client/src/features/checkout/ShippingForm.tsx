import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { countries } from '~/lib/countries'
import { type Refusal, showRefusals } from '~/lib/forms'
import { settings } from '~/lib/settings'
import { SelectField, TextField } from '~/ui/Field'
import { saveShipping } from './orderAttempt'
import { type Shipping, shippingSchema } from './shippingSchema'

const fields = Object.keys(shippingSchema.shape) as (keyof Shipping)[]

/**
 * Where the order goes. The button that sends it stands elsewhere on the page and names this form by its `id`. What is
 * typed is kept for its owner in this tab.
 */
export function ShippingForm({
  id,
  owner,
  start,
  onSubmit,
}: {
  id: string
  owner: string
  start: Shipping
  /** Answers what was refused of it; messages of the fields are shown on them. */
  onSubmit: (values: Shipping) => Promise<readonly Refusal[]>
}) {
  const { register, handleSubmit, setError, subscribe, formState } = useForm<Shipping>({
    resolver: zodResolver(shippingSchema),
    defaultValues: start,
  })
  const options = useMemo(() => countries(start.country || settings().country), [start.country])

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, type }) => {
          if (type === 'change') saveShipping(owner, values)
        },
      }),
    [subscribe, owner],
  )

  async function submit(values: Shipping) {
    showRefusals(await onSubmit(values), fields, setError)
  }

  const { errors } = formState
  return (
    <form
      id={id}
      noValidate
      onSubmit={handleSubmit(submit)}
      className="grid grid-cols-6 items-start gap-x-4 gap-y-6 sm:gap-x-6"
    >
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
    </form>
  )
}
