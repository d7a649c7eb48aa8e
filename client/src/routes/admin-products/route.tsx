import { useMutation, useQuery } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { Confirm } from '~/features/admin/Confirm'
import { FilterSelect } from '~/features/admin/FilterSelect'
import { Filters } from '~/features/admin/Filters'
import { List } from '~/features/admin/List'
import { listState } from '~/features/admin/listState'
import { ScreenHead } from '~/features/admin/ScreenHead'
import { SearchBox } from '~/features/admin/SearchBox'
import { useDrawer } from '~/features/admin/useDrawer'
import { oneOf, useListView } from '~/features/admin/useListView'
import { categories, sorts } from '~/features/catalogue/view'
import { ButtonLink } from '~/ui/Button'
import { SelectField } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { AdminProductsDocument } from './AdminProducts.gen'
import { columns, type ListedProduct } from './columns'
import { newProduct, ProductDialog } from './ProductDialog'
import { ProductDeleteDocument } from './ProductEdits.gen'

/** Spec 8. */
const failed = 'Failed to load products.'

const names = ['q', 'category', 'sort'] as const

const categoryNames = Object.fromEntries(
  categories.filter(({ value }) => value).map(({ value, label }) => [value, label]),
)

/** The catalogue as it is kept: search, filter, add, edit, delete (spec 2, admin screens). */
export function Component() {
  const view = useListView(names)
  const edit = useDrawer('edit')
  const [asked, setAsked] = useState<ListedProduct | null>(null)
  const [remove] = useMutation(ProductDeleteDocument)
  const { show } = view
  const search = useCallback((q: string) => show({ q }, { replace: true }), [show])
  const sort = sorts.find(({ value }) => value === view.values.sort) ?? sorts[0]
  const category = oneOf(categoryNames, view.values.category) ?? ''
  const result = useQuery(AdminProductsDocument, {
    variables: {
      filter: { search: view.values.q.trim(), category },
      sortBy: sort.sortBy,
      ...view.paging,
    },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.products, failed)
  const present = [...new Set(list.nodes?.map((product) => product.category))].filter(Boolean)

  async function act() {
    const { data } = await remove({
      variables: { input: { id: asked?.id ?? '' } },
      update: (cache, { data }) => {
        const id = data?.productDelete.deletedId
        if (id) cache.evict({ id: cache.identify({ __typename: 'Product', id }) })
      },
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
      <ScreenHead title="Products" count={counted(list.totalCount)} action={add} />
      <Filters label="Products">
        <SearchBox label="Search by name" value={view.values.q} onPause={search} />
        <FilterSelect
          label="Category"
          all="All"
          options={categoryNames}
          value={category}
          onChange={(value) => show({ category: value })}
        />
        <SelectField
          label="Sort by"
          required
          value={sort.value}
          onChange={(event) => show({ sort: event.target.value })}
        >
          {sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </Filters>
      <List
        caption="Products"
        columns={columns(edit, setAsked)}
        list={list}
        view={view}
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

const counted = (total?: number) =>
  total === undefined ? undefined : `${total} ${total === 1 ? 'product' : 'products'}`
