import { ApolloClient, ApolloLink, Observable } from '@apollo/client'
import { ApolloProvider, useApolloClient } from '@apollo/client/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { createCache } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { ProductPreviewDocument } from './ProductPreview.gen'

/** A client whose product is the draft's: it shares no cache with the shop's pages, and no subscription brings what is published. */
const previewOf = ({ link }: ApolloClient) =>
  new ApolloClient({
    cache: createCache(),
    dataMasking: true,
    link: ApolloLink.split(
      ({ operationType }) => operationType === 'subscription',
      new ApolloLink(() => new Observable(() => undefined)),
      link,
    ),
  })

const ProductPage = lazy(() => import('~/features/product/ProductPage'))

/**
 * The product's page with the changes of its draft, for a tab of its own beside the editor. It is read again whenever the tab is
 * looked at again.
 */
export function ProductPreview() {
  const { id } = useParams()
  const shop = useApolloClient()
  const [client] = useState(() => previewOf(shop))
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void client.refetchQueries({ include: [ProductPreviewDocument] })
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [client])
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
        <ApolloProvider client={client}>
          <ProductPage />
        </ApolloProvider>
      </Suspense>
    </>
  )
}
