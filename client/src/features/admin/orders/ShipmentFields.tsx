import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import * as z from 'zod/mini'
import { optionalText } from '~/lib/forms'
import { TextField } from '~/ui/Field'

export type Shipped = { carrier: string; trackingUrl: string }

export const shipmentResolver = zodResolver(
  z.object({
    carrier: optionalText('Carrier', 100),
    trackingUrl: optionalText('Tracking link', 500).check(
      z.regex(/^(https:\/\/.+)?$/, 'Tracking link must begin with https://'),
    ),
  }),
)

/** Who carries an order, and the link that tells where it is. */
export function ShipmentFields({
  register,
  errors,
}: {
  register: UseFormRegister<Shipped>
  errors: FieldErrors<Shipped>
}) {
  return (
    <>
      <TextField label="Carrier" error={errors.carrier?.message} {...register('carrier')} />
      <TextField
        label="Tracking link"
        inputMode="url"
        hint="Starts with https://. The buyer sees it on the order's page."
        error={errors.trackingUrl?.message}
        {...register('trackingUrl')}
      />
    </>
  )
}
