import { ApolloClient, ApolloLink, Observable } from '@apollo/client'
import { ApolloProvider, useApolloClient } from '@apollo/client/react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { mergeMap } from 'rxjs'
import { createCache } from '~/lib/apollo'
import type { LoaderArgs, PageData } from '~/lib/loader'
import type { TextName } from '~/lib/schema.gen'
import { Button } from '~/ui/Button'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { TextPreviewDocument } from './TextDraft.gen'

type PageModule = { default: ComponentType; loader?: (args: LoaderArgs) => PageData }

/** The pages of the texts. */
const modules: Record<TextName, () => Promise<PageModule>> = {
  HOME: () => import('~/features/home/HomePage'),
  ABOUT: () => import('~/features/about/AboutPage'),
  TECHNOLOGIES: () => import('~/features/technologies/TechnologiesPage'),
  SOFTWARE: () => import('~/features/software/SoftwarePage'),
  TERMS: () => import('~/features/legal/TermsPage'),
  PRIVACY: () => import('~/features/legal/PrivacyPage'),
}

const pagesOf = Object.fromEntries(
  Object.entries(modules).map(([name, load]) => [name, lazy(load)]),
) as unknown as Record<TextName, ComponentType>

/** What the loader of the text's page returns. */
export async function previewData(name: TextName | undefined, url: string): Promise<PageData | null> {
  const module = name && (await modules[name]())
  return module?.loader?.({ params: {}, request: { url } }) ?? null
}

/** A client in whose answers the draft stands for the text. It shares no cache with the shop's pages. */
function previewOf(shop: ApolloClient, name: TextName) {
  const draft = () => shop.query({ query: TextPreviewDocument, variables: { name }, fetchPolicy: 'no-cache' })
  return new ApolloClient({
    cache: createCache(),
    dataMasking: true,
    link: new ApolloLink((operation, forward) =>
      operation.operationType === 'subscription'
        ? new Observable(() => undefined)
        : forward(operation).pipe(
            mergeMap(async (result) => {
              if (!result.data || !('text' in result.data)) return result
              const { data } = await draft()
              return { ...result, data: { ...result.data, text: data?.textDraft.preview ?? null } }
            }),
          ),
    ).concat(shop.link),
  })
}

/**
 * The text's page with its draft, for a tab of its own beside the editor. It is read again whenever the tab is looked at again.
 */
export function TextPreview({ name }: { name: TextName }) {
  const shop = useApolloClient()
  const [client] = useState(() => previewOf(shop, name))
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void client.refetchQueries({ include: 'active' })
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [client])
  const Page = pagesOf[name]
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 border-b bg-raised px-4 text-small">
        <p>Preview of the draft, which only administrators see</p>
        <Button
          size="sm"
          variant="ghost"
          className="max-md:hidden"
          onClick={() => window.open(location.href, `preview-${name}`, 'popup,width=390,height=844')}
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
          <Page />
        </ApolloProvider>
      </Suspense>
    </>
  )
}
