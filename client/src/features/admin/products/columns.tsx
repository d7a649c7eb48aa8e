import { Link } from 'react-router-dom'
import type { Column } from '~/features/admin/kit/Table'
import type { useDrawer } from '~/features/admin/kit/useDrawer'
import { paths } from '~/lib/paths'
import { Status } from '~/ui/Badge'
import { ButtonLink, IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Money } from '~/ui/Money'
import { Picture } from '~/ui/Picture'
import type { AdminProductsQuery } from './AdminProducts.gen'

export type ListedProduct = AdminProductsQuery['inventory']['nodes'][number]

function Sold({ product: { listed, comingSoon, isPreorder, stock } }: { product: ListedProduct }) {
  if (!listed) return <Status>Not listed</Status>
  if (comingSoon) return <Status>Coming soon</Status>
  if (isPreorder) return <Status tone="info">Pre-order</Status>
  return stock > 0 ? <Status tone="ok">For sale</Status> : <Status tone="warn">Out of stock</Status>
}

/** What the list says of a product, and what can be done with it. */
export function columns(
  edit: ReturnType<typeof useDrawer>,
  onDelete: (product: ListedProduct) => void,
): Column<ListedProduct>[] {
  return [
    {
      header: 'Name',
      cell: ({ id, name, model, image }) => (
        <div className="flex items-center gap-4 md:py-1.5">
          <span className="hidden size-11 shrink-0 place-items-center overflow-hidden rounded-plate bg-plate text-control sm:grid">
            {image ? (
              <Picture media={{ ...image, alt: '' }} sizes="2.75rem" className="size-full object-contain" />
            ) : (
              <Icon name="robot" />
            )}
          </span>
          <span className="min-w-0">
            <Link
              to={paths.product(id)}
              className="font-semibold underline decoration-control underline-offset-4 wrap-anywhere hover:decoration-fg"
            >
              {name}
            </Link>
            {model && <span className="label block text-faint">{model}</span>}
          </span>
        </div>
      ),
    },
    { header: 'Category', cell: ({ category }) => <span className="wrap-anywhere">{category}</span> },
    {
      header: 'Price',
      align: 'right',
      cell: ({ price }) => (price ? <Money value={price} /> : <span className="text-faint">None</span>),
    },
    { header: 'Stock', align: 'right', cell: ({ stock }) => stock },
    { header: 'State', cell: (product) => <Sold product={product} /> },
    {
      header: 'Actions',
      cell: (product) => (
        <div className="flex items-center gap-1">
          <ButtonLink
            {...edit.link(product.id)}
            variant="ghost"
            size="sm"
            aria-label={`Edit ${product.name}`}
            className="-ml-4"
          >
            Edit
          </ButtonLink>
          <IconButton label={`Delete ${product.name}`} onClick={() => onDelete(product)}>
            <Icon name="trash" />
          </IconButton>
        </div>
      ),
    },
  ]
}
