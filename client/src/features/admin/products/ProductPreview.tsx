import { useApolloClient } from '@apollo/client/react'
import { lazy, Suspense, useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { Button } from '~/ui/Button'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { ProductPreviewDocument } from './ProductPreview.gen'

const ProductPage = lazy(() => import('~/features/product/ProductPage'))

/**
 * The product's page with the changes of its draft, for a tab of its own beside the editor. It is read again whenever the tab is
 * looked at again.
 */
export function ProductPreview() {
  const { id } = useParams()
  const client = useApolloClient()
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void client.refetchQueries({ include: [ProductPreviewDocument] })
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      // The shop's pages show what is published.
      client.cache.evict({ id: client.cache.identify({ __typename: 'Product', id }) })
    }
  }, [client, id])
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 border-b bg-raised px-4 text-small">
        <p>Preview of the draft, which only administrators see</p>
        <Button
          size="sm"
          variant="ghost"
          className="max-md:hidden"
          onClick={() => window.open(location.href, `preview-${id}`, 'popup,width=390,height=844')}
        >
          Phone width
        </Button>
      </div>
      <Suspense
        fallback={
          <Loading label="Loading the preview">
            <Skeleton className="h-96" />
          </Loading>
        }
      >
        <ProductPage />
      </Suspense>
    </>
  )
}
