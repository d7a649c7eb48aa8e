import { useEffect, useState } from 'react'
import { type FieldPath, useForm, useWatch } from 'react-hook-form'
import { type Refusal, showRefusals } from '~/lib/forms'
import { CheckBox } from '~/ui/CheckBox'
import { TextField } from '~/ui/Field'
import { type Details, detailsField, detailsResolver, type Placement, placementOf } from './detailsSchema'
import { More } from './More'
import { saveDetails } from './orderAttempt'
import { type Saved, SavedAddresses } from './SavedAddresses'
import { CompanyField, RecipientFields, ShippingFields } from './ShippingFields'
import { blankShipping, type Shipping, sameShipping, shippingFields } from './shippingSchema'

/**
 * Where the order goes and who gets the invoice. The button that sends it stands elsewhere on the page and names this form by its
 * `id`. What is typed is kept for its owner in this tab.
 */
export function ShippingForm({
  id,
  owner,
  start,
  saved,
  onSubmit,
}: {
  id: string
  owner: string
  start: Details
  /** Addresses of the profile, to choose from. */
  saved: readonly Saved[]
  /** Answers what was refused of it; messages of the fields are shown on them. */
  onSubmit: (placement: Placement) => Promise<readonly Refusal[]>
}) {
  const {
    register,
    handleSubmit,
    setError,
    setValue,
    getValues,
    clearErrors,
    subscribe,
    control,
    formState,
  } = useForm<Details>({ resolver: detailsResolver, defaultValues: start })
  const { errors } = formState
  const [chosen, choose] = useState(
    () => saved.find(({ shippingInfo }) => sameShipping(shippingInfo, start))?.id ?? '',
  )
  const [business, elsewhere] = useWatch({ control, name: ['business', 'elsewhere'] })

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, type }) => {
          if (type === 'change') saveDetails(owner, values)
        },
      }),
    [subscribe, owner],
  )

  function choosing(next: string) {
    const address = saved.find((one) => one.id === next)?.shippingInfo ?? blankShipping(start.country)
    for (const name of shippingFields) setValue(name, address[name])
    setValue('business', business || address.company !== '')
    setValue('save', false)
    clearErrors(shippingFields)
    choose(next)
    saveDetails(owner, getValues())
  }

  async function submit(values: Details) {
    const refusals = (await onSubmit(placementOf(values))).map((refusal) => {
      const field = detailsField(refusal.field)
      return { ...refusal, field: field === undefined ? null : [field] }
    })
    const fields = refusals.flatMap(({ field }) => field ?? []) as FieldPath<Details>[]
    // A saved address whose fields are refused is corrected in them.
    if (fields.some((field) => shippingFields.some((name) => name === field))) choose('')
    showRefusals(refusals, fields, setError)
  }

  const shipping = { field: (name: keyof Shipping) => register(name), errors }
  const extras = Boolean(start.recipient || start.phone || start.notes)
  return (
    <form id={id} noValidate onSubmit={handleSubmit(submit)} className="grid gap-6">
      {saved.length > 0 && <SavedAddresses saved={saved} chosen={chosen} onChoose={choosing} />}
      {chosen === '' && (
        <>
          <ShippingFields {...shipping} country={start.country} />
          <More label="Add recipient, phone or delivery notes" open={extras}>
            <RecipientFields {...shipping} />
          </More>
          <CheckBox label="Save for next time" {...register('save')} />
        </>
      )}
      <div className="grid gap-3 border-t pt-3">
        <CheckBox label="I'm ordering for a company" {...register('business')} />
        {business && (
          <div className="grid items-start gap-6 pb-3 sm:grid-cols-2">
            <div className="sm:col-span-2">
              <CompanyField {...shipping} />
            </div>
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
          <fieldset className="grid min-w-0 gap-6 pt-1">
            <legend className="label float-left mb-4 w-full text-muted">Billing address</legend>
            <div className="clear-both grid items-start gap-6 sm:grid-cols-2">
              <CompanyField
                kind="billing"
                field={() => register('billing.company')}
                errors={errors.billing ?? {}}
              />
              <TextField
                label="Recipient"
                autoComplete="billing name"
                hint="If it isn't you."
                error={errors.billing?.recipient?.message}
                {...register('billing.recipient')}
              />
            </div>
            <ShippingFields
              kind="billing"
              field={(name) => register(`billing.${name}`)}
              errors={errors.billing ?? {}}
              country={start.billing.country}
            />
          </fieldset>
        )}
      </div>
    </form>
  )
}
