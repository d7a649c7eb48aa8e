import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ExpandableFields } from '~/features/checkout/ExpandableFields'
import { showFailure } from '~/lib/forms'
import type { CellPlanInput } from '~/lib/schema.gen'
import { Button } from '~/ui/Button'
import { SelectField, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { toast } from '~/ui/toasts'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { useGone } from '~/ui/useGone'
import type { QuoteFields, QuoteValues } from './quoteSchema'
import { type Pricing, planChoices, type QuoteItem } from './subject'
import type { CreatedQuote, useCreateQuote } from './useCreateQuote'

/** The recipient and, with `pricing`, quantity and plan. */
export function QuoteForm({
  form: { register, handleSubmit, setError, formState },
  lines,
  pricing,
  cell,
  create,
  onWritten,
}: {
  form: UseFormReturn<QuoteFields, unknown, QuoteValues>
  lines: readonly QuoteItem[]
  pricing?: Pricing
  cell?: CellPlanInput
  create: ReturnType<typeof useCreateQuote>
  onWritten: (quote: CreatedQuote) => void
}) {
  const [failure, setFailure] = useState<string | null>(null)
  const gone = useGone()
  const { errors, isSubmitting, isDirty } = formState
  const plans = pricing ? planChoices(pricing) : []

  async function submit(values: QuoteValues) {
    setFailure(null)
    const result = await create(lines, values, pricing !== undefined, cell)
    if (!result) return
    if (result.ok) return onWritten(result.value)
    const always = ['name', 'company', 'email', 'vatNumber', 'purchaseOrderNumber'] as const
    const fields = pricing || cell ? (['quantity', 'plan', ...always] as const) : always
    const rest = showFailure<QuoteFields>(result, fields, setError)
    if (rest && gone.current) toast.error(rest)
    else setFailure(rest)
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      <UnsavedChangesGuard kept changed={isDirty} />
      <p className="text-small text-muted">
        {pricing
          ? lines[0]?.name
          : `${lines.length} ${lines.length === 1 ? 'product' : 'products'} from ${cell ? 'this plan' : 'your cart'}`}
        . Your PDF lists prices, tax, specifications and delivery
        {cell && ', and shows the cell in two views with its results and assumptions'}. Prices are valid for
        30 days. Nothing is ordered or reserved.
      </p>
      {cell && (
        <TextField
          label="Number of cells"
          required
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          error={errors.quantity?.message}
          {...register('quantity')}
        />
      )}
      {pricing && (
        <div className="grid items-start gap-5 sm:grid-cols-[8rem_1fr]">
          <TextField
            label="Quantity"
            required
            type="number"
            inputMode="numeric"
            min={1}
            max={100}
            error={errors.quantity?.message}
            {...register('quantity')}
          />
          {plans.length > 1 && (
            <SelectField label="Plan" required error={errors.plan?.message} {...register('plan')}>
              {plans.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      )}
      <TextField
        label="Name"
        required
        autoComplete="name"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Company"
        autoComplete="organization"
        error={errors.company?.message}
        {...register('company')}
      />
      <TextField
        label="Email"
        required
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <ExpandableFields
        label="Add VAT number or purchase order number"
        invalid={Boolean(errors.vatNumber || errors.purchaseOrderNumber)}
      >
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="VAT number"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={errors.vatNumber?.message}
            {...register('vatNumber')}
          />
          <TextField
            label="Purchase order number"
            autoComplete="off"
            error={errors.purchaseOrderNumber?.message}
            {...register('purchaseOrderNumber')}
          />
        </div>
      </ExpandableFields>
      {!cell && (
        <TextField
          label="Part mass, kg"
          inputMode="decimal"
          autoComplete="off"
          hint="We'll check the remaining payload."
          error={errors.partMass?.message}
          {...register('partMass')}
        />
      )}
      <div>
        <FormMessage failure={failure} />
        <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Creating...">
          Create PDF
        </Button>
      </div>
    </form>
  )
}
