import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { TextField } from '~/ui/Field'
import type { Details } from './detailsSchema'
import { CompanyField, RecipientFields } from './RecipientFields'
import { ShippingFields } from './ShippingFields'
import type { Shipping } from './shipping'

export type ExtrasProps = {
  /** `numbers`: those of a company whose name is known. */
  part: 'recipient' | 'business' | 'numbers' | 'billing'
  register: UseFormRegister<Details>
  errors: FieldErrors<Details>
  /** The country that the list of the billing address begins with. */
  country: string
}

/** Fields of the checkout that not everybody needs. */
export default function Extras({ part, register, errors, country }: ExtrasProps) {
  const shipping = { field: (name: keyof Shipping) => register(name), errors }
  if (part === 'recipient') return <RecipientFields {...shipping} />
  if (part === 'business' || part === 'numbers')
    return (
      <div className="grid items-start gap-6 pb-3 sm:grid-cols-2">
        {part === 'business' && (
          <div className="sm:col-span-2">
            <CompanyField {...shipping} />
          </div>
        )}
        <TextField
          label="VAT number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="With the country's prefix, such as NL004495445B01."
          error={errors.vatNumber?.message}
          {...register('vatNumber')}
        />
        <TextField
          label="Purchase order number"
          autoComplete="off"
          hint="Shown on the invoice."
          error={errors.purchaseOrderNumber?.message}
          {...register('purchaseOrderNumber')}
        />
      </div>
    )
  const billing = errors.billing ?? {}
  return (
    <fieldset className="grid min-w-0 gap-6">
      <legend className="label mb-4 text-muted">Billing address</legend>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <CompanyField kind="billing" field={() => register('billing.company')} errors={billing} />
        <TextField
          label="Recipient"
          autoComplete="billing name"
          hint="If it isn't you."
          error={billing.recipient?.message}
          {...register('billing.recipient')}
        />
      </div>
      <ShippingFields
        kind="billing"
        field={(name) => register(`billing.${name}`)}
        errors={billing}
        country={country}
      />
    </fieldset>
  )
}
