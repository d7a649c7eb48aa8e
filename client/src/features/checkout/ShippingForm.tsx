import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type Refusal, showRefusals } from '~/lib/forms'
import { saveShipping } from './orderAttempt'
import { ShippingFields } from './ShippingFields'
import { type Shipping, shippingFields, shippingSchema } from './shippingSchema'

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
    showRefusals(await onSubmit(values), shippingFields, setError)
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit(submit)}>
      <ShippingFields register={register} errors={formState.errors} country={start.country} />
    </form>
  )
}
