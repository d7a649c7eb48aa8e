import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import * as z from 'zod/mini'
import { dayStart, timeZone } from '~/features/admin/kit/day'
import { FormDialog } from '~/features/admin/kit/FormDialog'
import { useSend } from '~/features/admin/kit/useAction'
import { useMay } from '~/features/admin/shell/access'
import { withBadInput } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { CopyButton } from '~/ui/CopyButton'
import { TextField } from '~/ui/Field'
import { AdminQuotesDocument, type AdminQuotesQuery, QuoteUpdateDocument } from './AdminQuotes.gen'

type Quote = AdminQuotesQuery['quotes']['nodes'][number]

const price = z
  .string()
  .check(z.trim(), z.regex(/^\d+(\.\d{1,4})?$/, 'Price must be a number such as 25999.00'))
const resolver = withBadInput(
  zodResolver(
    z.catchall(
      z.object({
        validUntil: z
          .string()
          .check(z.refine((day) => dayStart(day) !== undefined, 'Valid until must be a date')),
      }),
      price,
    ),
  ),
)

const priceName = (index: number) => `price${index}`

/** The form's values: the prices of the lines that are sold, and the last day of the validity. */
function valuesOf({ lines, validUntil }: Quote): Record<string, string> & { validUntil: string } {
  const prices = lines.map(({ unitPrice }, index) => [priceName(index), unitPrice?.amount])
  const last = new Date(Date.parse(validUntil) - 1)
  return {
    ...Object.fromEntries(prices.filter(([, amount]) => amount !== undefined)),
    validUntil: last.toLocaleDateString('sv-SE'), // 2026-03-31
  }
}

/** A button for a form with the prices and the validity of an open quote; once saved, the link for its recipient. */
export function EditOffer({ quote }: { quote: Quote }) {
  const { id: number, version, lines } = quote
  const [open, setOpen] = useState(false)
  const [page, setPage] = useState<string | null>(null)
  const send = useSend()
  const may = useMay()
  if (!may('WRITE_QUOTES') || quote.ordered || quote.expired) return null
  const values = valuesOf(quote)
  const refetch = { refetchQueries: [AdminQuotesDocument], awaitRefetchQueries: true }
  return (
    <div className="grid justify-items-start gap-3">
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Edit offer
      </Button>
      {page && (
        <>
          <p className="text-muted">The recipient isn't notified. Send them a link to the new offer.</p>
          <CopyButton
            label={`Copy link to ${number}`}
            caption="Copy link"
            text={() => `${window.location.origin}${page}`}
          />
        </>
      )}
      <FormDialog
        noun="offer"
        open={open}
        onClose={() => setOpen(false)}
        edited={values}
        empty={values}
        resolver={resolver}
        save={(entered, changed) =>
          send(
            QuoteUpdateDocument,
            {
              number,
              version,
              lines: lines.map((_, index) => ({ unitPrice: entered[priceName(index)] })),
              validUntil: changed.validUntil && dayStart(changed.validUntil, 1),
            },
            refetch,
          )
        }
        onSaved={(saved) => setPage(saved.page)}
        done={() => `The offer of ${number} was saved`}
        failed="Failed to save the offer."
      >
        {({ register, formState: { errors } }) => (
          <>
            {lines.map(({ productName, quantity, unitPrice, listPrice }, index) =>
              unitPrice ? (
                <TextField
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of a quote never change their places.
                  key={index}
                  label={`${productName} x ${quantity}`}
                  required
                  inputMode="decimal"
                  hint={`Unit price in ${unitPrice.currency}. List price: ${(listPrice ?? unitPrice).amount}`}
                  error={errors[priceName(index)]?.message}
                  {...register(priceName(index))}
                />
              ) : null,
            )}
            <TextField
              label="Valid until"
              type="date"
              required
              hint={`At the end of the day, ${timeZone()}`}
              error={errors.validUntil?.message}
              {...register('validUntil')}
            />
          </>
        )}
      </FormDialog>
    </div>
  )
}
