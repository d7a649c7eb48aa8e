import type { UseFormReturn } from 'react-hook-form'
import { countLabel } from '~/lib/countLabel'
import { SelectField, TextField } from '~/ui/Field'
import type { PreOrderQueuesQuery } from './MoveDelivery.gen'
import type { MoveValues } from './movePlan'

/** The fields of a move: the queue, the new date, and the pre-orders that it applies to. */
export function MoveFields({
  form: {
    register,
    watch,
    formState: { errors },
  },
  queues,
}: {
  form: UseFormReturn<MoveValues>
  queues?: PreOrderQueuesQuery['preOrderQueues']
}) {
  const { how, which } = watch()
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      <SelectField label="Product" required error={errors.queueId?.message} {...register('queueId')}>
        <option value="">{queues?.length === 0 ? 'No pre-orders' : 'Choose'}</option>
        {queues?.map(({ id, productName, preOrders, units }) => (
          <option key={id} value={id}>
            {`${productName}: ${countLabel(preOrders, 'pre-order')}, ${countLabel(units, 'unit')}`}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Reason"
        required
        maxLength={300}
        hint="Customers see it in the email and in their profile."
        error={errors.reason?.message}
        {...register('reason')}
      />
      <SelectField label="Move" required {...register('how')}>
        <option value="date">To a date</option>
        <option value="days">By a number of days</option>
      </SelectField>
      {how === 'date' ? (
        <TextField label="New date" type="date" required error={errors.date?.message} {...register('date')} />
      ) : (
        <TextField
          label="Days"
          inputMode="numeric"
          required
          hint="Negative numbers move it earlier, such as -7."
          error={errors.days?.message}
          {...register('days')}
        />
      )}
      <SelectField label="Which ones" required {...register('which')}>
        <option value="all">The whole queue</option>
        <option value="units">The first units</option>
        <option value="place">From a place on</option>
      </SelectField>
      {which === 'units' && (
        <TextField
          label="Units"
          inputMode="numeric"
          required
          hint="Pre-orders are never split."
          error={errors.units?.message}
          {...register('units')}
        />
      )}
      {which === 'place' && (
        <TextField
          label="Place"
          inputMode="numeric"
          required
          hint="1 is first in line."
          error={errors.fromPosition?.message}
          {...register('fromPosition')}
        />
      )}
    </div>
  )
}
