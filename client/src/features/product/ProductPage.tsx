import { useQuery } from '@apollo/client/react'
import { lazy, Suspense } from 'react'
import { useLoaderData } from 'react-router-dom'
import { errorMessage } from '~/lib/apollo'
import { type Head, useHead } from '~/lib/head'
import type { LoaderArgs } from '~/lib/loader'
import { paths } from '~/lib/paths'
import { ErrorState } from '~/ui/ErrorState'
import { Section } from '~/ui/Layout'
import { BackToProducts } from './BackToProducts'
import { FullProduct } from './FullProduct'
import { ProductDocument, type ProductQuery } from './Product.gen'
import { ProductSkeleton } from './ProductSkeleton'

// Rarely needed, so loaded on demand.
const ProductNotFound = lazy(() => import('./ProductNotFound'))
const ComingSoonProduct = lazy(() => import('./ComingSoonProduct'))

type Product = NonNullable<ProductQuery['product']>

export const loader = ({ params: { id = '' } }: LoaderArgs) => ({ query: ProductDocument, variables: { id } })

export default function ProductPage() {
  const { query, variables } = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, refetch } = useQuery(query, { variables })
  const { id } = variables
  useHead(data || error ? headOf(data?.product, id) : undefined)
  if (error && !data)
    return (
      <Section tight>
        <BackToProducts />
        <h1 className="sr-only">Product</h1>
        <ErrorState
          title="Couldn't load this product"
          message={errorMessage(error)}
          onRetry={() => refetch()}
        />
      </Section>
    )
  if (!data) return <ProductSkeleton />
  const { product } = data
  if (product && isFull(product)) return <FullProduct key={id} product={product} />
  return (
    <Suspense fallback={<ProductSkeleton />}>
      {product && isAnnounced(product) ? (
        <ComingSoonProduct key={id} product={product} />
      ) : (
        <ProductNotFound name={product?.name} />
      )}
    </Suspense>
  )
}

/** A product has a full page as soon as it has content or can be bought. */
function isFull({ comingSoon, descriptionHtml }: Product): boolean {
  return !comingSoon || descriptionHtml !== ''
}

/** Whether there is any data. */
function isAnnounced({ shortDesc, highlights, plate, specs }: Product): boolean {
  return shortDesc !== '' || highlights.length + plate.length + specs.length > 0
}

function headOf(product: Product | null | undefined, id: string): Head {
  if (product === null) return { title: 'Product not found', robots: 'noindex' }
  return {
    title: product?.seoTitle || product?.name || 'Product',
    description: product?.seoDescription || product?.shortDesc || undefined,
    keywords: product?.seoKeywords.join(', ') || undefined,
    canonical: paths.product(id),
    robots: product && !isFull(product) && !isAnnounced(product) ? 'noindex' : undefined,
  }
}
