import { Icon } from './Icon'

const button =
  'grid size-11 place-items-center text-muted transition-colors hover:bg-raised hover:text-fg ' +
  'aria-disabled:cursor-not-allowed aria-disabled:text-control aria-disabled:hover:bg-transparent'

/** Decrease, quantity, increase. A button at its limit stays focusable, so that keyboard users keep their place. */
export function QuantityStepper({
  name,
  quantity,
  maximum,
  onChange,
}: {
  /** The product's name, for the buttons' accessible names. */
  name: string
  quantity: number
  maximum: number
  onChange: (quantity: number) => void
}) {
  const canDecrease = quantity > 1
  const canIncrease = quantity < maximum
  return (
    <fieldset className="inline-flex rounded-plate border border-control">
      <legend className="sr-only">Quantity of {name}</legend>
      <button
        type="button"
        aria-label={`Decrease quantity of ${name}`}
        aria-disabled={!canDecrease}
        onClick={() => canDecrease && onChange(quantity - 1)}
        className={button}
      >
        <Icon name="minus" className="size-4" />
      </button>
      <output className="grid min-w-11 place-items-center border-x font-mono text-small figures">
        {quantity}
      </output>
      <button
        type="button"
        aria-label={`Increase quantity of ${name}`}
        aria-disabled={!canIncrease}
        onClick={() => canIncrease && onChange(quantity + 1)}
        className={button}
      >
        <Icon name="plus" className="size-4" />
      </button>
    </fieldset>
  )
}
