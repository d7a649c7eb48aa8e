import { paths } from '~/lib/paths'
import { AvailabilityStatus } from '~/ui/Availability'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { Picture } from '~/ui/Picture'
import type { Compared_ProductFragment } from './Compared.gen'

/** The header of a column: picture, name, price and availability, small enough to be sticky. */
export function ProductHead({
  product,
  onRemove,
}: {
  product: Compared_ProductFragment
  onRemove: () => void
}) {
  const { id, name, image, price } = product
  return (
    <div className="relative grid gap-x-5 gap-y-3 xl:grid-cols-[7rem_1fr]">
      <div className="ticks grid h-16 w-20 place-items-center bg-ground xl:h-24 xl:w-28">
        <Picture media={image} eager sizes="7rem" className="size-full min-h-0 min-w-0 object-contain" />
      </div>
      <div className="grid content-start gap-1.5">
        <Link
          to={paths.product(id)}
          className="text-body leading-snug font-semibold hover:text-signal xl:pr-8"
        >
          {name}
        </Link>
        {price ? (
          <p className="flex flex-wrap items-baseline gap-x-2">
            <Money value={price} className="text-small" />
            <span className="label text-faint">{price.currency}, excl. tax</span>
          </p>
        ) : (
          <p className="label text-faint">Price to be announced</p>
        )}
        <AvailabilityStatus of={product} />
      </div>
      <IconButton
        label={`Remove ${name} from the comparison`}
        onClick={onRemove}
        className="absolute -top-2 -right-2 print:hidden"
      >
        <Icon name="close" className="size-4" />
      </IconButton>
    </div>
  )
}
