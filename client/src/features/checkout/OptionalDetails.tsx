import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { CheckBox } from '~/ui/CheckBox'
import { TextField } from '~/ui/Field'
import type { Details } from './detailsSchema'
import { ExpandableFields } from './ExpandableFields'
import { CompanyField, RecipientFields } from './RecipientFields'
import { ShippingFields } from './ShippingFields'
import type { Shipping } from './shipping'

type Props = {
  register: UseFormRegister<Details>
  errors: FieldErrors<Details>
  start: Details
  /** The values that are validated. */
  business: boolean
  elsewhere: boolean
  /** The selected saved address. */
  chosen?: Shipping
}

/** Optional fields besides the address: recipient, company and billing address, each shown on demand. */
export default function OptionalDetails({ register, errors, start, business, elsewhere, chosen }: Props) {
  const shipping = { field: (name: keyof Shipping) => register(name), errors }
  return (
    <>
      {!chosen && (
        <>
          <ExpandableFields
            label="Add recipient, phone or delivery notes"
            open={Boolean(start.recipient || start.phone || start.notes)}
            invalid={Boolean(errors.recipient || errors.phone || errors.notes)}
          >
            <RecipientFields {...shipping} />
          </ExpandableFields>
          <CheckBox label="Save for next time" {...register('save')} />
        </>
      )}
      <div className="grid gap-3 border-t pt-3">
        <CheckBox label="I'm ordering for a company" {...register('business')} />
        {business && (
          <div className="grid items-start gap-6 pb-3 sm:grid-cols-2">
            {!chosen?.company && (
              <div className="sm:col-span-2">
                <CompanyField {...shipping} required={!elsewhere} />
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
        )}
        <CheckBox label="Billing details are different" {...register('elsewhere')} />
        {elsewhere && (
          <Billing register={register} errors={errors.billing ?? {}} country={start.billing.country} />
        )}
      </div>
    </>
  )
}

function Billing({
  register,
  errors,
  country,
}: Pick<Props, 'register'> & { errors: NonNullable<Props['errors']['billing']>; country: string }) {
  return (
    <fieldset className="grid min-w-0 gap-6">
      <legend className="label mb-4 text-muted">Billing address</legend>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <CompanyField kind="billing" field={() => register('billing.company')} errors={errors} />
        <TextField
          label="Recipient"
          autoComplete="billing name"
          hint="If it isn't you."
          error={errors.recipient?.message}
          {...register('billing.recipient')}
        />
      </div>
      <ShippingFields
        kind="billing"
        field={(name) => register(`billing.${name}`)}
        errors={errors}
        country={country}
      />
    </fieldset>
  )
}
