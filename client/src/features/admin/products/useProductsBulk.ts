import { useApolloClient } from '@apollo/client/react'
import type { Bulk, BulkAction } from '~/features/admin/kit/BulkBar'
import { evict } from '~/features/admin/kit/evict'
import { counted } from '~/lib/counted'
import type { ListedProduct } from './columns'
import { ProductDeleteDocument, ProductUpdateDocument } from './ProductEdits.gen'

/** What can be done with several products: shown or hidden where not all are so already, and deleted. */
export function useProductsBulk(): Bulk<ListedProduct> {
  const client = useApolloClient()
  const list = (listed: boolean) => async (product: ListedProduct) => {
    const { data } = await client.mutate({
      mutation: ProductUpdateDocument,
      variables: { input: { id: product.id, listed } },
    })
    return data?.productUpdate.userErrors
  }
  return {
    nameOf: ({ name, model }) => (model ? `${name}, ${model}` : name),
    actions: (rows) => {
      const many = counted(rows.length, 'product')
      const show: BulkAction<ListedProduct> = {
        label: 'Show',
        title: `Show ${many} in the catalogue?`,
        consequence: 'Everybody can find them then.',
        working: 'Changing',
        done: `${many} shown`,
        failed: 'Failed to save product.',
        act: list(true),
      }
      const hide: BulkAction<ListedProduct> = {
        label: 'Hide',
        title: `Hide ${many} from the catalogue?`,
        consequence: 'Lists and search leave them out; only their links still lead to them.',
        working: 'Changing',
        done: `${many} hidden`,
        failed: 'Failed to save product.',
        act: list(false),
      }
      const remove: BulkAction<ListedProduct> = {
        label: 'Delete',
        danger: true,
        title: `Delete ${many}?`,
        consequence:
          "They leave the catalogue and every cart. Orders and pre-orders keep their names. This can't be undone.",
        working: 'Deleting',
        done: `${many} deleted`,
        failed: 'Failed to delete product.',
        act: async ({ id }) => {
          const { data } = await client.mutate({
            mutation: ProductDeleteDocument,
            variables: { input: { id } },
            update: (cache, { data }) => evict(cache, 'Product', data?.productDelete.deletedId),
          })
          return data?.productDelete.userErrors
        },
      }
      return [
        ...(rows.every(({ listed }) => listed) ? [] : [show]),
        ...(rows.some(({ listed }) => listed) ? [hide] : []),
        remove,
      ]
    },
  }
}
