import { lazy, Suspense, useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { showUserErrors, type UserError } from '~/lib/forms'
import { useFormDraft } from '~/lib/formValues'
import { Skeleton } from '~/ui/Skeleton'
import {
  type Details,
  detailsField,
  detailsResolver,
  type OrderDetailsInput,
  orderDetailsInput,
} from './detailsSchema'
import { saveDetails } from './orderAttempt'
import type { SavedAddress } from './SavedAddresses'
import { ShippingFields } from './ShippingFields'
import { blankShipping, sameShipping, shippingFields } from './shipping'

/**
 * The shipping and billing details. The button that submits it is elsewhere on the page and refers to its `id`. Values
 * are kept in this tab for their owner.
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
  /** The profile's saved addresses. */
  saved: readonly SavedAddress[]
  /** Returns the server's userErrors; those of fields are shown at them. */
  onSubmit: (placement: OrderDetailsInput) => Promise<readonly UserError[]>
}) {
  const { register, handleSubmit, setError, setValue, getValues, clearErrors, subscribe, watch, formState } =
    useForm<Details>({ resolver: detailsResolver, defaultValues: start })
  const { errors } = formState
  const [chosen, choose] = useState(
    () => saved.find(({ shippingInfo }) => sameShipping(shippingInfo, start))?.id ?? '',
  )
  const [business, elsewhere] = watch(['business', 'elsewhere'])

  useFormDraft(subscribe, (values) => saveDetails(owner, values))

  const chosenAddress = saved.find(({ id }) => id === chosen)?.shippingInfo

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
    const refusals = (await onSubmit(orderDetailsInput(values, chosen !== ''))).map((refusal) => {
      const field = detailsField(refusal.field)
      return { ...refusal, field: field === undefined ? null : [field] }
    })
    const fields = refusals.flatMap(({ field }) => field ?? []) as FieldPath<Details>[]
    // Errors in a saved address are shown in the form, where they can be corrected.
    if (fields.some((field) => shippingFields.some((name) => name === field))) choose('')
    showUserErrors(refusals, fields, setError)
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit(submit)} className="grid gap-6">
      <Suspense fallback={<Skeleton className="h-48" />}>
        {saved.length > 0 && <SavedAddresses saved={saved} chosen={chosen} onChoose={choosing} />}
      </Suspense>
      {!chosenAddress && (
        <ShippingFields field={(name) => register(name)} errors={errors} country={start.country} />
      )}
      <Suspense fallback={<Skeleton className="h-48" />}>
        <OptionalDetails
          register={register}
          errors={errors}
          start={start}
          business={business}
          elsewhere={elsewhere}
          chosen={chosenAddress}
        />
      </Suspense>
    </form>
  )
}

const SavedAddresses = lazy(() => import('./SavedAddresses'))
const OptionalDetails = lazy(() => import('./OptionalDetails'))
