import { useApolloClient } from '@apollo/client/react'
import { lazy, useState } from 'react'
import { useParams } from 'react-router-dom'
import { Preview, previewClient } from '~/features/admin/kit/Preview'
import { ProductPreviewDocument } from './ProductPreview.gen'

const ProductPage = lazy(() => import('~/features/product/ProductPage'))

const include = [ProductPreviewDocument]

/** The product's page with the changes of its draft. */
export function ProductPreview() {
  const { id = '' } = useParams()
  const { link } = useApolloClient()
  const [client] = useState(() => previewClient(link))
  return (
    <Preview name={id} client={client} include={include}>
      <ProductPage />
    </Preview>
  )
}
