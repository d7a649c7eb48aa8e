import { ApolloClient, ApolloLink, Observable } from '@apollo/client'
import { ApolloProvider, useApolloClient } from '@apollo/client/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { createCache } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { ProductPreviewDocument } from './ProductPreview.gen'

/**
 * A client whose product is the draft's: it shares no cache with the shop's pages, no subscription brings what is published, and it
 * changes nothing.
 */
const previewOf = ({ link }: ApolloClient) =>
  new ApolloClient({
    cache: createCache(),
    dataMasking: true,
    link: new ApolloLink((operation, forward) => {
      if (operation.operationType === 'query') return forward(operation)
      return new Observable((observer) => {
        if (operation.operationType === 'subscription') return
        observer.next({ errors: [{ message: 'This is a preview. Nothing was sent.' }] })
        observer.complete()
      })
    }).concat(link),
  })

/** Tells the previews of a product that its draft has changed. */
export const draftChannel = (id: string) => new BroadcastChannel(`draft-${id}`)

const ProductPage = lazy(() => import('~/features/product/ProductPage'))

/**
 * The product's page with the changes of its draft, in a tab or in a frame. It is read again whenever the draft is saved in this
 * browser, and when the tab is looked at again. Its links lead nowhere.
 */
export function ProductPreview() {
  const { id = '' } = useParams()
  const shop = useApolloClient()
  const [client] = useState(() => previewOf(shop))
  useEffect(() => {
    const read = () => void client.refetchQueries({ include: [ProductPreviewDocument] })
    const look = () => {
      if (!document.hidden) read()
    }
    const channel = draftChannel(id)
    channel.onmessage = read
    document.addEventListener('visibilitychange', look)
    return () => {
      channel.close()
      document.removeEventListener('visibilitychange', look)
    }
  }, [client, id])
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 border-b bg-raised px-4 text-small">
        <p>Preview of the draft, which only administrators see</p>
        {window.parent === window && (
          <Button
            size="sm"
            variant="ghost"
            className="max-md:hidden"
            onClick={() => window.open(location.href, `preview-${id}`, 'popup,width=390,height=844')}
          >
            Phone width
          </Button>
        )}
      </div>
      <Suspense
        fallback={
          <Loading label="Loading the preview">
            <Skeleton className="h-96" />
          </Loading>
        }
      >
        <ApolloProvider client={client}>
          <div
            onClickCapture={(event) => {
              const link = (event.target as Element).closest('a')
              if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
            }}
          >
            <ProductPage />
          </div>
        </ApolloProvider>
      </Suspense>
    </>
  )
}
