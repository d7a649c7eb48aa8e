// The public pages as markup. It is built into one script that the server runs in an engine of its own
// (web/ssr/renderer.go), which calls what stands on the global object at the end.
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

/** How React marks a part that it had to leave out. */
const unfinished = '<!--$!-->'
/** Where the page for all addresses without one is rendered (web/routes.go). */
const noPagePath = '/404'
/** Microtasks after which the modules that were asked for are there. */
const loadingTurns = 10
/** A part that has come may ask for one within it. */
const maxRenderings = 4
/** Why React left parts out (vite.rendering.ts): an error, or the text with which it gives up one whose module is on its way. */
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

/** What the client would send to the graph: the hash of an operation in its place. */
function requestOf(document: DocumentNode, variables: object = {}) {
  const [operation] = document.definitions.filter(({ kind }) => kind === 'OperationDefinition')
  const operationName = operation && 'name' in operation ? operation.name?.value : undefined
  const { __meta__: sha256Hash } = document as { __meta__?: string }
  if (!sha256Hash) throw new Error(`${operationName} has no hash`)
  return { operationName, variables, extensions: { persistedQuery: { sha256Hash } } }
}

/** The requests of the page at an address, as JSON; `null` when the server renders no page there. */
async function requests(address: string): Promise<string> {
  await ready
  const page = await loadPage(address)
  return JSON.stringify(page?.queries.map(({ query, variables }) => requestOf(query, variables)) ?? null)
}

/**
 * That page, from a JSON array with the data of each answer and the settings of the shop: `markup`, and `data`, the cache with these answers, so that a browser has
 * none to take apart.
 */
async function render(address: string, answers: string, settings: string): Promise<string> {
  await ready
  setSettings(JSON.parse(settings))
  const given: object[] = JSON.parse(answers)
  const { queries = [], hydrationData } = (await loadPage(address)) ?? {}
  const answered = queries.map((query, index) => ({ ...query, data: given[index] as object }))
  // It has what rendering needs of a client.
  const client = new StaticClient(answered) as unknown as ApolloClient
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
  // Parts that come later in a browser begin to load when they are first met, and are there from then on.
  for (let renderings = 1; renderings < maxRenderings && markup.includes(unfinished); renderings++) {
    for (let turn = 0; turn < loadingTurns; turn++) await null
    markup = renderOnce()
  }
  if (markup.includes(unfinished)) throw new Error('a part of the page did not load')
  return JSON.stringify({ markup, data: JSON.stringify(normalise(answered)) })
}

const ready = Promise.all([...publicRoutes, notFoundRoute].map(loadRoute))
const addresses = publicRoutes.map(({ path }) => path)
Object.assign(globalThis, { addresses, requests, render, renderingErrors })
