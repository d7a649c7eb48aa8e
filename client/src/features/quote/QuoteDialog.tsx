import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { usePrefill } from '~/lib/formValues'
import { readPartMass } from '~/lib/partMass'
import type { CellPlanInput } from '~/lib/schema.gen'
import { Dialog } from '~/ui/Dialog'
import { QuoteForm } from './QuoteForm'
import { QuoteReady } from './QuoteReady'
import { type QuoteFields, type QuoteValues, quoteSchema } from './quoteSchema'
import { type Pricing, planChoices, type QuoteItem } from './subject'
import { type CreatedQuote, useCreateQuote } from './useCreateQuote'

export type QuoteSubject = {
  lines: readonly QuoteItem[]
  /** The pricing of the only line, if its quantity and plan can be chosen. */
  pricing?: Pricing
  /** The robot cell that the lines are for, which the quote then describes. */
  cell?: CellPlanInput
  /** The signed-in user. */
  person: { name: string; email: string } | null
}

/** The form, then the quote. Closing the dialog keeps the form's values until a quote is created. */
export function QuoteDialog({
  open,
  onClose,
  lines,
  pricing,
  cell,
  person,
}: QuoteSubject & { open: boolean; onClose: () => void }) {
  const [quote, setQuote] = useState<CreatedQuote | null>(null)
  const create = useCreateQuote()
  const form = useForm<QuoteFields, unknown, QuoteValues>({
    resolver: zodResolver(quoteSchema),
    defaultValues: {
      quantity: String(lines[0]?.quantity ?? 1),
      plan: pricing ? planChoices(pricing)[0]?.value : '',
      name: person?.name ?? '',
      company: '',
      email: person?.email ?? '',
      vatNumber: '',
      purchaseOrderNumber: '',
      partMass: readPartMass(),
    },
  })
  const { setValue, getFieldState } = form
  usePrefill(form, person)

  // The page's quantity applies until another one is entered here.
  const quantity = String(lines[0]?.quantity ?? 1)
  useEffect(() => {
    if (!getFieldState('quantity').isDirty) setValue('quantity', quantity)
  }, [quantity, getFieldState, setValue])

  function close() {
    setQuote(null)
    onClose()
  }

  return (
    <Dialog open={open} onClose={close} title="Quote as PDF">
      {quote ? (
        <QuoteReady quote={quote} />
      ) : (
        <QuoteForm
          form={form}
          lines={lines}
          pricing={pricing}
          cell={cell}
          create={create}
          onWritten={setQuote}
        />
      )}
    </Dialog>
  )
}
