import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { ExportButton } from '~/features/admin/kit/ExportButton'
import { evict } from '~/features/admin/kit/evict'
import { FilterBar } from '~/features/admin/kit/FilterBar'
import { FilterSelect } from '~/features/admin/kit/FilterSelect'
import { List } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { SearchBox } from '~/features/admin/kit/SearchBox'
import { SortSelect, type Sorts, sortOf } from '~/features/admin/kit/SortSelect'
import { useDrawer } from '~/features/admin/kit/useDrawer'
import { oneOf, useListView } from '~/features/admin/kit/useListView'
import { categories } from '~/features/catalogue/view'
import { counted } from '~/lib/counted'
import type { InventorySort } from '~/lib/schema.gen'
import { ButtonLink } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { AdminProductsDocument } from './AdminProducts.gen'
import { columns, type ListedProduct } from './columns'
import { ImportProducts } from './ImportProducts'
import { newProduct, ProductDialog } from './ProductDialog'
import { ProductDeleteDocument } from './ProductEdits.gen'
import { useProductsBulk } from './useProductsBulk'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to load products.'

const names = ['q', 'category', 'listed', 'stock', 'sort'] as const

const sorts: Sorts<InventorySort> = [
  { value: 'newest', label: 'Newest', order: 'NEWEST' },
  { value: 'name', label: 'Name', order: 'NAME' },
  { value: 'stock', label: 'Stock, least first', order: 'STOCK' },
  { value: 'price-up', label: 'Price, low to high', order: 'PRICE_ASC' },
  { value: 'price-down', label: 'Price, high to low', order: 'PRICE_DESC' },
]

const listings = { yes: 'Listed', no: 'Not listed' }

const stocks = { low: 'Low, 3 or fewer', none: 'Out of stock' }

/** How many units are few; the dashboard warns at the same number (shop/dashboard.go). */
const mostStock = { low: 3, none: 0 }

const categoryNames = Object.fromEntries(
  categories.filter(({ value }) => value).map(({ value, label }) => [value, label]),
)

/** The catalogue as it is kept: search, filter, add, edit, delete. */
export function Component() {
  const view = useListView(names)
  const edit = useDrawer('edit')
  const [asked, setAsked] = useState<ListedProduct | null>(null)
  const [remove] = useMutation(ProductDeleteDocument)
  const { values, show } = view
  const category = oneOf(categoryNames, values.category) ?? ''
  const listed = oneOf(listings, values.listed)
  const stock = oneOf(stocks, values.stock)
  const filter = {
    name: values.q.trim(),
    category,
    listed: listed && listed === 'yes',
    maxStock: stock && mostStock[stock],
  }
  const result = useQuery(AdminProductsDocument, {
    variables: {
      filter,
      sort: sortOf(sorts, values.sort).order,
      ...view.paging,
    },
    fetchPolicy: 'cache-and-network',
  })
  const bulk = useProductsBulk()
  const list = listState(result, (data) => data.inventory, failed)
  const present = [...new Set(list.nodes?.map((product) => product.category))].filter(Boolean)

  async function act() {
    const { data } = await remove({
      variables: { input: { id: asked?.id ?? '' } },
      update: (cache, { data }) => evict(cache, 'Product', data?.productDelete.deletedId),
      refetchQueries: [AdminProductsDocument],
    })
    return data?.productDelete.userErrors
  }

  const add = (
    <ButtonLink {...edit.link(newProduct)} size="sm">
      <Icon name="plus" className="size-4" />
      Add product
    </ButtonLink>
  )
  return (
    <>
      <ScreenHead
        title="Products"
        count={counted(list.totalCount, 'product')}
        action={
          <>
            <ExportButton list="products" filter={filter} />
            <ImportProducts onImported={list.retry} />
            {add}
          </>
        }
      />
      <FilterBar label="Products">
        <SearchBox label="Search by name" value={values.q} onPause={view.search} />
        <FilterSelect
          label="Category"
          all="All"
          options={categoryNames}
          value={category}
          onChange={(value) => show({ category: value })}
        />
        <FilterSelect
          label="Catalogue"
          all="All"
          options={listings}
          value={listed ?? ''}
          onChange={(value) => show({ listed: value })}
        />
        <FilterSelect
          label="Stock"
          all="All"
          options={stocks}
          value={stock ?? ''}
          onChange={(value) => show({ stock: value })}
        />
        <SortSelect sorts={sorts} value={values.sort} onChange={(sort) => show({ sort })} />
      </FilterBar>
      <List
        caption="Products"
        columns={columns(edit, setAsked)}
        list={list}
        view={view}
        bulk={bulk}
        none={{ title: 'No products yet', message: 'The catalogue is empty.', action: add }}
      />
      <ProductDialog id={edit.id} categories={present} onClose={edit.close} />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete ${asked?.name}?`}
        action="Delete product"
        working="Deleting..."
        keep="Keep it"
        failed="Failed to delete product."
        done={`${asked?.name} was deleted`}
        act={act}
      >
        <p>Are you sure you want to delete this product?</p>
        <p>
          It leaves the catalogue and every cart. Orders and pre-orders keep its name. This can't be undone.
        </p>
      </Confirm>
    </>
  )
}
