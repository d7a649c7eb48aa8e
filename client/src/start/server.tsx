// Renders the public pages to markup. It is built into one script, which the server runs in an embedded engine
// (web/ssr/renderer.go) and calls through the global object.
import './shims'
import type { ApolloClient, DocumentNode } from '@apollo/client'
import { renderToString } from 'react-dom/server.browser'
import { createMemoryRouter } from 'react-router-dom'
import { App } from '~/app/App'
import { inLayout } from '~/app/inLayout'
import { notFoundRoute, publicRoutes } from '~/app/pageModules'
import { Session } from '~/features/auth/session'
import { queriesIn } from '~/lib/loader'
import { setSettings } from '~/lib/settings'
import { StaticClient } from './apolloReact'
import { normalise } from './normalise'
import { loadRoute, matchPage, notFoundPage, runLoader } from './pageRoute'

/** React's marker of a suspended boundary. */
const unfinished = '<!--$!-->'
/** The address at which the page of all unknown addresses is rendered (web/routes.go). */
const noPagePath = '/404'
/** Microtasks after which requested modules have loaded. */
const loadingTurns = 10
/** A lazy component may contain another one. */
const maxRenderings = 4
/**
 * Why React left boundaries out (vite.rendering.ts): an error, or its message for one whose module is still loading.
 */
const renderingErrors: unknown[] = []

async function loadPage(address: string) {
  const [pathname = ''] = address.split('?')
  const page = pathname === noPagePath ? notFoundPage : matchPage(pathname)
  if (!page) return undefined
  const data = await runLoader(page, address)
  return {
    queries: queriesIn(data),
    hydrationData: { loaderData: { [page.route.id as string]: data } },
  }
}

/** The request that the client would send, with an operation's hash instead of its text. */
function requestOf(document: DocumentNode, variables: object = {}) {
  const [operation] = document.definitions.filter(({ kind }) => kind === 'OperationDefinition')
  const operationName = operation && 'name' in operation ? operation.name?.value : undefined
  const { __meta__: sha256Hash } = document as { __meta__?: string }
  if (!sha256Hash) throw new Error(`${operationName} has no hash`)
  return { operationName, variables, extensions: { persistedQuery: { sha256Hash } } }
}

/** The GraphQL requests of an address's page as JSON; `null` if the server does not render it. */
async function requests(address: string): Promise<string> {
  await ready
  const page = await loadPage(address)
  return JSON.stringify(page?.queries.map(({ query, variables }) => requestOf(query, variables)) ?? null)
}

/**
 * Renders that page from a JSON array with each query's data and the shop's settings. `data` is a ready Apollo cache,
 * so that the browser doesn't have to normalise the results.
 */
async function render(address: string, results: string, settings: string): Promise<string> {
  await ready
  setSettings(JSON.parse(settings))
  const data: object[] = JSON.parse(results)
  const { queries = [], hydrationData } = (await loadPage(address)) ?? {}
  const queryResults = queries.map((query, index) => ({ ...query, data: data[index] as object }))
  // StaticClient has what rendering needs of a client.
  const client = new StaticClient(queryResults) as unknown as ApolloClient
  const router = createMemoryRouter(inLayout([...publicRoutes, notFoundRoute]), {
    initialEntries: [address],
    hydrationData,
  })
  const app = <App client={client} session={new Session(client)} router={router} />
  const renderOnce = () => {
    renderingErrors.length = 0
    const markup = renderToString(app)
    for (const error of renderingErrors) if (error instanceof Error) throw error
    return markup
  }
  let markup = renderOnce()
  // Lazy components start loading when first rendered, and are available from then on.
  for (let renderings = 1; renderings < maxRenderings && markup.includes(unfinished); renderings++) {
    for (let turn = 0; turn < loadingTurns; turn++) await null
    markup = renderOnce()
  }
  if (markup.includes(unfinished)) throw new Error('a part of the page did not load')
  return JSON.stringify({ markup, data: JSON.stringify(normalise(queryResults)) })
}

const ready = Promise.all([...publicRoutes, notFoundRoute].map(loadRoute))
const addresses = publicRoutes.map(({ path }) => path)
Object.assign(globalThis, { addresses, requests, render, renderingErrors })
