// The public pages as markup. It is built into one script that the server runs in an engine of its own
// (web/ssr/renderer.go), which calls what stands on the global object at the end.
import './shims'
import { ApolloClient, ApolloLink } from '@apollo/client'
import { renderToString } from 'react-dom/server.browser'
import { createMemoryRouter } from 'react-router-dom'
import { EMPTY } from 'rxjs'
import { App } from '~/app/App'
import { inLayout } from '~/app/inLayout'
import { publicRoutes } from '~/app/pageModules'
import { Session } from '~/features/auth/session'
import { createCache } from '~/lib/apollo'
import type { Question } from '~/lib/first'
import { firstQuestions, load, pageAt } from './page'

// How React marks a part that it had to leave out, and how many turns of the event loop a part's module takes at most.
const unfinished = '<!--$!-->'
const loadingSteps = 10

/** What the client would send to the graph: the hash of an operation in its place. */
type Request = { operationName: string | undefined; variables: object; extensions: object }

function createClient(link = ApolloLink.empty()): ApolloClient {
  return new ApolloClient({ cache: createCache(), dataMasking: true, ssrMode: true, link })
}

async function questionsAt(address: string) {
  const [pathname = '', search = ''] = address.split('?')
  const page = pageAt(pathname)
  return page && firstQuestions(page, search)
}

/** The first requests of the page at an address, as JSON; `null` when the server renders no page there. */
async function requests(address: string): Promise<string> {
  await ready
  const questions = await questionsAt(address)
  const sent: Request[] = []
  const client = createClient(
    new ApolloLink(({ operationName, query, variables }) => {
      const { __meta__: sha256Hash } = query as { __meta__?: string }
      if (!sha256Hash) throw new Error(`${operationName} has no hash`)
      sent.push({ operationName, variables, extensions: { persistedQuery: { sha256Hash } } })
      return EMPTY
    }),
  )
  for (const question of questions ?? []) await client.query(question).catch(() => {})
  return JSON.stringify(questions ? sent : null)
}

/** The clients of the pages that were rendered last, by address, which alone tells what a page asks (FirstQueries). */
const clients = new Map<string, ApolloClient>()
const maxClients = 4

/**
 * A client with the answers of a page and nothing else. One that has rendered the page before reads only what has changed since,
 * which is half of the work; what it no longer reaches, it forgets.
 */
function clientOf(address: string, questions: Question[], answers: string): ApolloClient {
  const client = clients.get(address) ?? createClient()
  clients.delete(address)
  clients.set(address, client)
  const [oldest = ''] = clients.keys()
  if (clients.size > maxClients) clients.delete(oldest)
  const given = JSON.parse(answers)
  for (const [index, question] of questions.entries()) client.writeQuery({ ...question, data: given[index] })
  client.cache.gc()
  return client
}

/**
 * That page, from a JSON array with the data of each answer: `markup`, and `data`, the cache that it was rendered from, so that
 * a browser has no answer to take apart.
 */
async function render(address: string, answers: string): Promise<string> {
  await ready
  const client = clientOf(address, (await questionsAt(address)) ?? [], answers)
  const router = createMemoryRouter(inLayout(publicRoutes), { initialEntries: [address] })
  const app = <App client={client} session={new Session(client)} router={router} />
  let markup = renderToString(app)
  // Parts that come later in a browser begin to load when they are first met, and are there from then on.
  for (let wait = 0; wait < loadingSteps && markup.includes(unfinished); wait++) {
    await null
    markup = renderToString(app)
  }
  if (markup.includes(unfinished)) throw new Error('a part of the page did not load')
  return JSON.stringify({ markup, data: JSON.stringify(client.extract()) })
}

const ready = Promise.all(publicRoutes.map(load))
Object.assign(globalThis, { requests, render })
