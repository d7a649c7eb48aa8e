import { type ComponentProps, useId } from 'react'
import { FieldError } from '~/ui/Field'
import { Icon } from '~/ui/Icon'

const stars = [1, 2, 3, 4, 5]

/** A rating from 1 to 5 as radio buttons, which arrow keys operate. Spread `register(...)` into it. */
export function StarField({
  value,
  error,
  ...radio
}: { value: number; error?: string } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid gap-1"
    >
      <p id={`${id}-label`} className="label text-muted">
        Your rating
      </p>
      <div className="-ml-2 flex">
        {stars.map((star) => (
          <label
            key={star}
            className={`relative grid size-11 cursor-pointer place-items-center rounded-plate has-focus-visible:outline-2 has-focus-visible:outline-fg ${
              star <= value ? 'text-fg' : 'text-control hover:text-muted'
            }`}
          >
            <input
              {...radio}
              type="radio"
              value={star}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="sr-only">{star === 1 ? '1 star' : `${star} stars`}</span>
            <Icon name="star" className={`size-7 ${star <= value ? 'fill-current' : ''}`} />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
