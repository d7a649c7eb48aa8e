import { useApolloClient } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { productEditor } from '~/features/admin/kit/addresses'
import { NumberField } from '~/features/admin/kit/fields'
import { PictureField, usePicture } from '~/features/admin/kit/PictureField'
import { type Payload, useAction } from '~/features/admin/kit/useAction'
import { withBadInput } from '~/lib/forms'
import { Button, ButtonLink } from '~/ui/Button'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { AdminProductDocument } from './AdminProduct.gen'
import { AdminProductsDocument } from './AdminProducts.gen'
import { ProductCreateDocument, ProductUpdateDocument } from './ProductEdits.gen'
import {
  type EditedProduct,
  type ProductValues,
  productFields,
  productInput,
  productSchema,
  valuesOf,
} from './productSchema'

type Saved = Payload & { product?: { id: string } | null }

/** A fixed message: docs/specification.md. */
const failed = 'Failed to save product.'

/** Adds or changes a product. Only changed fields are sent, so that others' changes are kept. */
export function ProductForm({
  product,
  categories,
  onSaved,
  onClose,
}: {
  product?: EditedProduct
  categories: readonly string[]
  onSaved: (name: string, id?: string) => void
  onClose: () => void
}) {
  const client = useApolloClient()
  const list = useId()
  const picture = usePicture()
  const { register, handleSubmit, setError, formState } = useForm<ProductValues>({
    resolver: withBadInput(zodResolver(productSchema(product !== undefined && !product.price))),
    defaultValues: valuesOf(product),
  })
  const { errors, isSubmitting, isDirty, dirtyFields } = formState
  const { run, send, saved, failure } = useAction({ form: { fields: productFields, setError } })

  const reread = (id: string) =>
    client
      .query({ query: AdminProductDocument, variables: { id }, fetchPolicy: 'network-only' })
      .catch(() => undefined)

  async function save(values: ProductValues): Promise<Saved | undefined> {
    const imageId = await picture.settled()
    const refetch = { refetchQueries: [AdminProductsDocument] }
    const all = productInput(values)
    if (!product) return send(ProductCreateDocument, { ...all, imageId }, refetch)
    const changed = Object.fromEntries(Object.entries(all).filter(([name]) => name in dirtyFields))
    // Otherwise units sold since would be sold again.
    const stockBefore = dirtyFields.stock ? product.stock : undefined
    const input = { ...changed, id: product.id, imageId, stockBefore }
    const result = await send(ProductUpdateDocument, input, refetch)
    // Fetches the current stock, which the next attempt must state.
    if (result?.userErrors.some(({ code }) => code === 'CONFLICT')) await reread(product.id)
    return result
  }

  const submit = handleSubmit(async (values) => {
    // The picture's field shows its own error.
    if (picture.state.error) return
    await run(() => save(values), {
      onSuccess: ({ product }) => onSaved(values.name, product?.id),
      close: onClose,
      failed,
    })
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <UnsavedChangesGuard changed={isDirty || picture.chosen} saved={saved} />
      <TextField label="Name" required error={errors.name?.message} {...register('name')} />
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <NumberField
          label="Price"
          required={!product || product.price !== null}
          min="0"
          step="0.01"
          hint="Per unit, before tax"
          error={errors.price?.message}
          {...register('price')}
        />
        <NumberField
          label="Stock"
          required
          min="0"
          step="1"
          hint="Units available"
          error={errors.stock?.message}
          {...register('stock')}
        />
      </div>
      <TextField
        label="Category"
        list={list}
        hint="Such as Industrial / Retail Automation"
        error={errors.category?.message}
        {...register('category')}
      />
      <datalist id={list}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <PictureField label="Image" picture={picture} present={product?.image?.url} />
      {!product && (
        <p className="text-small text-muted">
          Customers can buy the product as soon as it is added. Its texts, figures and film follow.
        </p>
      )}
      <div>
        <FormMessage failure={failure} />
        <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Saving...">
          {product ? 'Save changes' : 'Add product'}
        </Button>
        {product && (
          <ButtonLink to={productEditor(product.id)} variant="ghost" className="ml-3">
            All content
          </ButtonLink>
        )}
      </div>
    </form>
  )
}
