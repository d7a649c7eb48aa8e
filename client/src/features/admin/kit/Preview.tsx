import { ApolloClient, ApolloLink, Observable, type RefetchQueriesInclude } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { createCache } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { Loading, Skeleton } from '~/ui/Skeleton'

/**
 * Returns a read-only client for the preview of a draft, with a cache and without subscriptions of its own. Queries are
 * resolved by `link`.
 */
export const previewClient = (link: ApolloLink) =>
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

const channelOf = (name: string) => new BroadcastChannel(`draft-${name}`)

/** Tells the previews of a draft in this browser that it was saved. */
export function useTellPreviews(name: string, revision: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each revision is announced once.
  useEffect(() => {
    const channel = channelOf(name)
    channel.postMessage('saved')
    channel.close()
  }, [name, revision])
}

/**
 * A page of the shop with a draft, in a tab or a frame. Its queries in `include` are refetched whenever the draft is
 * saved in this browser and when the tab becomes visible. Its links are disabled.
 */
export function Preview({
  name,
  client,
  include,
  children,
}: {
  /** Of the draft, as useTellPreviews has it. */
  name: string
  client: ApolloClient
  include: RefetchQueriesInclude
  children: ReactNode
}) {
  useEffect(() => {
    const read = () => void client.refetchQueries({ include })
    const look = () => {
      if (!document.hidden) read()
    }
    const channel = channelOf(name)
    channel.onmessage = read
    document.addEventListener('visibilitychange', look)
    return () => {
      channel.close()
      document.removeEventListener('visibilitychange', look)
    }
  }, [client, include, name])
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 border-b bg-raised px-4 text-small">
        <p>Preview of the draft, which only administrators see</p>
        {window.parent === window && (
          <Button
            size="sm"
            variant="ghost"
            className="max-md:hidden"
            onClick={() => window.open(location.href, `preview-${name}`, 'popup,width=390,height=844')}
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
            {children}
          </div>
        </ApolloProvider>
      </Suspense>
    </>
  )
}
