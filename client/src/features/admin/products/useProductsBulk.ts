import type { Bulk, BulkAction } from '~/features/admin/kit/BulkBar'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { countLabel } from '~/lib/countLabel'
import type { AdminProductsQuery } from './AdminProducts.gen'
import { ProductDeleteDocument, ProductUpdateDocument } from './ProductEdits.gen'

type Product = AdminProductsQuery['inventory']['nodes'][number]

/** The actions on several products: showing or hiding them, unless all are so already, and deleting them. */
export function useProductsBulk(): Bulk<Product> {
  const send = useSend()
  return {
    nameOf: ({ name, model }) => (model ? `${name}, ${model}` : name),
    actions: (rows) => {
      const many = countLabel(rows.length, 'product')
      const show: BulkAction<Product> = {
        label: 'Show',
        title: `Show ${many} in the catalogue?`,
        consequence: 'They appear in lists and search.',
        working: 'Changing',
        done: `${many} shown`,
        failed: 'Failed to save product.',
        act: ({ id }) => send(ProductUpdateDocument, { id, listed: true }),
      }
      const hide: BulkAction<Product> = {
        label: 'Hide',
        title: `Hide ${many} from the catalogue?`,
        consequence: 'They can only be reached by link.',
        working: 'Changing',
        done: `${many} hidden`,
        failed: 'Failed to save product.',
        act: ({ id }) => send(ProductUpdateDocument, { id, listed: false }),
      }
      const remove: BulkAction<Product> = {
        label: 'Delete',
        danger: true,
        title: `Delete ${many}?`,
        consequence:
          rows.length === 1
            ? "Are you sure you want to delete this product? It is removed from the catalogue and all carts. Orders and pre-orders keep its name. This can't be undone."
            : "Are you sure you want to delete these products? They are removed from the catalogue and all carts. Orders and pre-orders keep their names. This can't be undone.",
        working: 'Deleting',
        done: `${many} deleted`,
        failed: 'Failed to delete product.',
        act: ({ id }) => send(ProductDeleteDocument, { id }, { update: evict('Product') }),
      }
      return [
        ...(rows.every(({ listed }) => listed) ? [] : [show]),
        ...(rows.some(({ listed }) => listed) ? [hide] : []),
        remove,
      ]
    },
  }
}
