import { type ApolloClient, ApolloLink } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { type ComponentType, lazy, useState } from 'react'
import { mergeMap } from 'rxjs'
import { Preview, previewClient } from '~/features/admin/kit/Preview'
import type { LoaderArgs, PageData } from '~/lib/loader'
import { TextPreviewDocument } from './TextDraft.gen'
import type { PageName } from './textForm'

type PageModule = { default: ComponentType; loader?: (args: LoaderArgs) => PageData }

/** The modules of the texts' pages. */
const modules: Record<PageName, () => Promise<PageModule>> = {
  HOME: () => import('~/features/home/HomePage'),
  PRODUCTS: () => import('~/features/catalogue/ProductsPage'),
  ABOUT: () => import('~/features/about/AboutPage'),
  TECHNOLOGIES: () => import('~/features/technologies/TechnologiesPage'),
  SOFTWARE: () => import('~/features/software/SoftwarePage'),
  RESOURCES: () => import('~/features/resources/ResourcesPage'),
  CONTACT: () => import('~/features/contact/ContactPage'),
  TERMS: () => import('~/features/legal/TermsPage'),
  PRIVACY: () => import('~/features/legal/PrivacyPage'),
}

const pagesOf = Object.fromEntries(
  Object.entries(modules).map(([name, load]) => [name, lazy(load)]),
) as unknown as Record<PageName, ComponentType>

/** The result of the loader of the text's page. */
export async function previewData(name: PageName, url: string): Promise<PageData | null> {
  const module = await modules[name]()
  return module.loader?.({ params: {}, request: { url } }) ?? null
}

/** A link that replaces the text in responses with the draft. */
function drafted(shop: ApolloClient, name: PageName) {
  const draft = () => shop.query({ query: TextPreviewDocument, variables: { name }, fetchPolicy: 'no-cache' })
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      mergeMap(async (result) => {
        if (!result.data || !('text' in result.data)) return result
        const { data } = await draft()
        return { ...result, data: { ...result.data, text: data?.textDraft.preview ?? null } }
      }),
    ),
  ).concat(shop.link)
}

/** The text's page with its draft. */
export function TextPreview({ name }: { name: PageName }) {
  const shop = useApolloClient()
  const [client] = useState(() => previewClient(drafted(shop, name)))
  const Page = pagesOf[name]
  return (
    <Preview name={name} client={client} include="active">
      <Page />
    </Preview>
  )
}
