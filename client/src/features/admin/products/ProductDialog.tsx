import { useQuery } from '@apollo/client/react'
import { useNavigate } from 'react-router-dom'
import { productEditor } from '~/features/admin/kit/addresses'
import { Dialog } from '~/ui/Dialog'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { toast } from '~/ui/toasts'
import { AdminProductDocument } from './AdminProduct.gen'
import { ProductForm } from './ProductForm'

/** The ID of a new product in the URL. */
export const newProduct = 'new'

/** The dialog that adds or edits a product; `id` comes from the URL. */
export function ProductDialog({
  id,
  categories,
  onClose,
}: {
  id: string | null
  categories: readonly string[]
  onClose: () => void
}) {
  const navigate = useNavigate()
  const editing = id !== null && id !== newProduct
  // The form starts from the server's current values, not from those of the list.
  const { data, error, loading, refetch } = useQuery(AdminProductDocument, {
    variables: { id: id ?? '' },
    skip: !editing,
    fetchPolicy: 'network-only',
  })
  const product = editing && !loading ? data?.product : undefined

  function saved(name: string, id?: string) {
    if (editing) toast.success(`${name} was saved`)
    else
      toast.success(
        `${name} was added`,
        id === undefined ? undefined : { label: 'Add content', act: () => void navigate(productEditor(id)) },
      )
  }

  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      title={product ? `Edit ${product.name}` : editing ? 'Edit product' : 'Add product'}
    >
      {!editing ? (
        <ProductForm categories={categories} onSaved={saved} onClose={onClose} />
      ) : product ? (
        <ProductForm
          key={product.id}
          product={product}
          categories={categories}
          onSaved={saved}
          onClose={onClose}
        />
      ) : loading ? (
        <Loading label="Loading the product">
          <div className="grid gap-6">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
            <Skeleton className="h-40" />
          </div>
        </Loading>
      ) : error ? (
        <ErrorState
          title="Failed to load product."
          message="Check your connection and try again."
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : (
        <ErrorState title="Product not found" message="It may have been deleted." />
      )}
    </Dialog>
  )
}
