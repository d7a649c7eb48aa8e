import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFailure } from '~/lib/forms'
import { useFormDraft, usePrefill } from '~/lib/formValues'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import { TextArea, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { Link } from '~/ui/Link'
import { toast } from '~/ui/toasts'
import { type Draft, emptyDraft, readPreOrderDraft, savePreOrderDraft } from './preOrderDraft'
import type { PreOrderProduct } from './preOrderProduct'
import { type PreOrderValues, preOrderSchema, tooMany } from './preOrderSchema'
import { type PlacedPreOrder, usePlacePreOrder } from './usePlacePreOrder'

const fields = Object.keys(emptyDraft) as (keyof Draft)[]

type Person = { name: string; email: string }

/** The pre-order form. Its values are kept as a draft until the pre-order is placed. */
export function PreOrderForm({
  product,
  person,
  onPlaced,
}: {
  product: PreOrderProduct
  /** The signed-in user. */
  person: Person | null
  onPlaced: (preOrder: PlacedPreOrder) => void
}) {
  const [start] = useState(() => readPreOrderDraft(product))
  const { register, handleSubmit, setError, subscribe, getValues, setValue, formState } = useForm<
    Draft,
    unknown,
    PreOrderValues
  >({
    resolver: zodResolver(preOrderSchema),
    defaultValues: start,
  })
  const place = usePlacePreOrder()
  const [failure, setFailure] = useState<string | null>(null)
  useFormDraft(subscribe, (values) => savePreOrderDraft(values, product))
  usePrefill({ getValues, setValue }, person)

  async function submit(values: PreOrderValues) {
    setFailure(null)
    const result = await place(product, values)
    if (!result) return
    if (result.ok) {
      toast.success('Pre-order submitted successfully!')
      onPlaced(result.value)
      return
    }
    setFailure(showFailure(result, fields, setError))
    if (result.errors.length === 0) toast.error(`❌ ${result.failure}`)
  }

  const { errors, isSubmitting } = formState
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-6">
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          autoComplete="name"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label="Email"
          required
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Phone"
          required
          type="tel"
          autoComplete="tel"
          hint="International (+) or local number. Dashes and parentheses are fine."
          error={errors.phone?.message}
          {...register('phone')}
        />
        <TextField
          label="Company"
          autoComplete="organization"
          error={errors.company?.message}
          {...register('company')}
        />
        <TextField
          label="Quantity"
          required
          type="number"
          inputMode="numeric"
          min={1}
          error={errors.quantity?.message === tooMany ? <TooMany /> : errors.quantity?.message}
          {...register('quantity')}
        />
      </div>
      <TextArea
        label="Message"
        hint="Where and how will you use it, and when do you need it?"
        error={errors.message?.message}
        {...register('message')}
      />
      <div>
        <FormMessage failure={failure} />
        <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Submitting...">
          Submit pre-order
        </Button>
      </div>
    </form>
  )
}

/** The message of `tooMany`, with a link to /contact. */
function TooMany() {
  const request = 'contact us'
  const [before, after] = tooMany.split(request)
  return (
    <>
      {before}
      <Link to={paths.contact} className="underline underline-offset-4 hover:text-fg">
        {request}
      </Link>
      {after}
    </>
  )
}
