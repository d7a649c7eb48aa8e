import { useState } from 'react'
import { useDrawer } from '~/features/admin/kit/address'
import { productEditor } from '~/features/admin/kit/addresses'
import { Confirm } from '~/features/admin/kit/Confirm'
import { DeleteButton, DetailsLink, link } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { stateLabel, stateOf } from '~/features/admin/kit/productState'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { Parts, Thumbnail } from '~/features/admin/kit/values'
import { useMay } from '~/features/admin/shell/access'
import { categories } from '~/features/catalogue/view'
import type { InventorySort } from '~/lib/schema.gen'
import { Status } from '~/ui/Badge'
import { ButtonLink } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { AdminProductsDocument, type AdminProductsQuery } from './AdminProducts.gen'
import { AttributesDialog } from './AttributesDialog'
import { ImportProducts } from './ImportProducts'
import { newProduct, ProductDialog } from './ProductDialog'
import { ProductDeleteDocument } from './ProductEdits.gen'
import { StockAlertsDialog } from './StockAlertsDialog'
import { useProductsBulk } from './useProductsBulk'

const categoryNames = Object.fromEntries(
  categories()
    .filter(({ value }) => value)
    .map(({ value, label }) => [value, label]),
)

const filters = {
  q: search('Product name'),
  category: choice('Category', categoryNames),
  listed: choice('Catalogue', { yes: 'In the catalogue', no: 'Not in the catalogue' }),
  stock: choice('Stock', { low: 'Low', none: 'Out of stock' }),
  sort: sorting<InventorySort>([
    { value: 'newest', label: 'Newest', order: 'NEWEST' },
    { value: 'name', label: 'Name', order: 'NAME' },
    { value: 'stock', label: 'Stock, least first', order: 'STOCK' },
    { value: 'price-up', label: 'Price, low to high', order: 'PRICE_ASC' },
    { value: 'price-down', label: 'Price, high to low', order: 'PRICE_DESC' },
  ]),
}

type Given = { q: string; category?: string; listed?: 'yes' | 'no'; stock?: 'low' | 'none' }

const filterOf = ({ q, category = '', listed, stock }: Given) => ({
  name: q,
  category,
  listed: listed && listed === 'yes',
  lowStock: stock === 'low' ? true : undefined,
  maxStock: stock === 'none' ? 0 : undefined,
})

type Product = AdminProductsQuery['inventory']['nodes'][number]

function toneOf(product: Product) {
  const state = stateOf(product)
  if (state === 'preorder') return 'info'
  if (state === 'sale') return product.stock > 0 ? 'ok' : 'warn'
}

/** The products of the catalogue: search, filter, add, edit, delete. */
export default function ProductsScreen() {
  const edit = useDrawer('edit')
  const waiting = useDrawer('waiting')
  const attributes = useDrawer('attributes')
  const may = useMay()
  const [asked, setAsked] = useState<Product | null>(null)
  const send = useSend()
  const add = (
    <ButtonLink {...edit.link(newProduct)} size="sm">
      <Icon name="plus" className="size-4" />
      Add product
    </ButtonLink>
  )
  return (
    <ListScreen
      title="Products"
      noun={['product', 'products']}
      query={AdminProductsDocument}
      filters={filters}
      variables={({ sort, ...given }) => ({ filter: filterOf(given), sort })}
      file={{ list: 'products', formats: ['csv', 'json'], filter: filterOf }}
      bulk={useProductsBulk()}
      failed="Failed to load products."
      none={{ title: 'No products yet', message: 'Add one, or import a CSV or JSON file.', action: add }}
      action={({ retry }) => (
        <>
          <ButtonLink {...attributes.link('all')} size="sm">
            Attributes
          </ButtonLink>
          <ImportProducts onImported={retry} />
          {add}
        </>
      )}
      columns={[
        {
          header: 'Name',
          cut: ({ name, model }) => [name, model].filter(Boolean).join(', '),
          cell: ({ id, name, model, image }) => (
            <div className="flex items-center gap-4">
              <Thumbnail media={image} icon="robot" />
              <div className="min-w-0 md:overflow-x-clip md:text-ellipsis">
                <Parts>
                  <Link to={productEditor(id)} className={`font-semibold ${link}`}>
                    {name}
                  </Link>
                  {model && <span className="label text-faint">{model}</span>}
                </Parts>
              </div>
            </div>
          ),
        },
        {
          header: 'Category',
          cut: ({ category }) => category,
          cell: ({ category }) => <span className="wrap-anywhere">{category}</span>,
        },
        {
          header: 'Price',
          align: 'right',
          cell: ({ price }) => (price ? <Money value={price} /> : <span className="text-faint">None</span>),
        },
        {
          header: 'Stock',
          align: 'right',
          cell: ({ id, name, stock, stockAlertCount: count }) =>
            count ? (
              <Parts>
                {may('READ_CUSTOMERS') ? (
                  <Link {...waiting.link(id)} className={link} aria-label={`${count} waiting for ${name}`}>
                    {count} waiting
                  </Link>
                ) : (
                  <span>{count} waiting</span>
                )}
                <span>{stock}</span>
              </Parts>
            ) : (
              stock
            ),
        },
        { header: 'State', cell: (product) => <Status tone={toneOf(product)}>{stateLabel(product)}</Status> },
        {
          header: 'Actions',
          cell: (product) => (
            <div className="flex items-center gap-4">
              <DetailsLink {...edit.link(product.id)} name={`Edit ${product.name}`}>
                Edit
              </DetailsLink>
              <DeleteButton name={`Delete ${product.name}`} onClick={() => setAsked(product)} />
            </div>
          ),
        },
      ]}
    >
      {({ nodes = [] }) => (
        <>
          <ProductDialog
            id={edit.id}
            categories={[...new Set(nodes.map(({ category }) => category))].filter(Boolean)}
            onClose={edit.close}
          />
          <StockAlertsDialog id={may('READ_CUSTOMERS') ? waiting.id : null} onClose={waiting.close} />
          <AttributesDialog open={attributes.id !== null} onClose={attributes.close} />
          <Confirm
            open={asked !== null}
            onClose={() => setAsked(null)}
            title={`Delete ${asked?.name}?`}
            action="Delete product"
            failed="Failed to delete product."
            done={`${asked?.name} was deleted`}
            act={() =>
              send(
                ProductDeleteDocument,
                { id: asked?.id ?? '' },
                { update: evict('Product'), refetchQueries: [AdminProductsDocument] },
              )
            }
          >
            <p>Are you sure you want to delete this product?</p>
            <p>
              It is removed from the catalogue and all carts. Orders and pre-orders keep its name. This can't
              be undone.
            </p>
          </Confirm>
        </>
      )}
    </ListScreen>
  )
}
