import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  type FieldPolicy,
  InMemoryCache,
  Observable,
  ServerError,
  type TypePolicies,
} from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import { BaseHttpLink, rewriteURIForGET } from '@apollo/client/link/http'
import { RetryLink } from '@apollo/client/link/retry'
import type { GraphQLCodegenDataMasking } from '@apollo/client/masking'
import { print } from 'graphql'
import { tap } from 'rxjs'
import { checkConnection, onReconnect } from './connection'
import { logRejection } from './request'
import { getToken, setToken } from './token'

declare module '@apollo/client' {
  interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}

const uri = '/graphql'
const timeout = 15_000
/** In characters. Not everything between a browser and the server passes longer ones on. */
const maxGetLength = 2000

const hasCode = (error: unknown, code: string) =>
  CombinedGraphQLErrors.is(error) && error.errors.some((e) => e.extensions?.code === code)

/** The session that the request was sent with has expired or was revoked. No other failure signs anybody out. */
export function sessionEnded(error: unknown): boolean {
  return hasCode(error, 'UNAUTHENTICATED') || (ServerError.is(error) && error.statusCode === 401)
}

/** The request got no answer from the graph: offline, timed out, or a gateway's 5xx. */
export function isNetworkError(error: unknown): boolean {
  if (ServerError.is(error)) return error.statusCode >= 500
  return error != null && !CombinedGraphQLErrors.is(error)
}

/** What the server said went wrong, for people: the graph, or what limits requests to it. Undefined when it said nothing. */
export function serverMessage(error: unknown): string | undefined {
  if (CombinedGraphQLErrors.is(error)) return error.errors[0]?.message
  if (!ServerError.is(error)) return
  try {
    const { message, errors } = JSON.parse(error.bodyText)
    const text = errors?.[0]?.message ?? message
    if (typeof text === 'string') return text
  } catch {}
}

/** What the server said, otherwise our words for a failure that we know. Undefined for any other, which the caller has a sentence for. */
export function errorMessage(error: unknown): string | undefined {
  const message = serverMessage(error)
  if (message) return message
  if (ServerError.is(error) && error.statusCode > 500)
    return 'The shop is unavailable right now. Please try again.'
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'The shop took too long to respond. Please try again.'
  // What fetch rejects with; each browser has words of its own.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
    return "Can't reach the shop. Check your connection and try again."
}

function timedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const deadline = AbortSignal.timeout(timeout)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline })
}

/** Whether a question fits into an address. */
function fitsGet({ operationType, operationName, variables, extensions }: ApolloLink.Operation): boolean {
  if (operationType !== 'query') return false
  const { newURI = '' } = rewriteURIForGET(uri, { operationName, variables, extensions })
  return newURI.length <= maxGetLength
}

/** Subscriptions: their code comes with the first one. */
const socketLink = new ApolloLink(
  ({ query, variables, operationName, getContext }) =>
    new Observable((observer) => {
      const { headers, onFollowing } = getContext()
      let end: (() => void) | undefined
      let ended = false
      import('./socket').then(
        ({ followOverSocket }) => {
          if (ended) return
          end = followOverSocket({ query: print(query), variables, operationName }, headers?.authorization, {
            onFollowing,
            next: (result) => observer.next(result),
            complete: () => observer.complete(),
          })
        },
        () => observer.complete(),
      )
      return () => {
        ended = true
        end?.()
      }
    }),
)

/** A list that grows page by page: a later page is appended, the first one starts anew. */
const growingList: FieldPolicy<{ nodes: readonly unknown[] }> = {
  keyArgs: false,
  merge: (existing, incoming, { args }) =>
    existing && args?.after ? { ...incoming, nodes: [...existing.nodes, ...incoming.nodes] } : incoming,
}

export const typePolicies: TypePolicies = {
  Query: {
    fields: {
      product: {
        read: (existing, { args, toReference }) =>
          existing === undefined ? toReference({ __typename: 'Product', id: args?.id }) : existing,
      },
    },
  },
  User: {
    fields: {
      orders: growingList,
      preOrders: growingList,
      sessions: { merge: false },
      addresses: { merge: false },
    },
  },
  Product: { fields: { reviews: growingList } },
  // Each answer is the whole cart: its lists replace the ones before.
  Cart: { keyFields: [], fields: { items: { merge: false }, warnings: { merge: false } } },
  Money: { merge: true },
  Media: { merge: true },
  Pricing: { merge: true },
  ShippingInfo: { merge: true },
  BillingInfo: { merge: true },
  PaymentInstructions: { merge: true },
}

/** What has been answered, by the identity of things. */
export const createCache = () => new InMemoryCache({ typePolicies })

/**
 * The client of /graphql. `onSessionEnded` is told when the server no longer accepts the stored token, which has then
 * already been removed; requests whose context says `startUp` only clear the token.
 */
export function createClient(onSessionEnded: () => void): ApolloClient {
  const authLink = new ApolloLink((operation, forward) => {
    const { bearer, headers, fetchOptions } = operation.getContext()
    const token = bearer ?? getToken()
    const hash = (operation.query as { __meta__?: string }).__meta__
    if (hash) operation.extensions.persistedQuery = { sha256Hash: hash }
    operation.setContext({
      sentToken: token,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      http: { includeQuery: !hash },
      // What everybody may know is asked by GET, so that the browser and caches on the way keep the answer, and ask each time
      // whether it still holds. After a step back a browser that is left to itself does not ask.
      fetchOptions:
        hash && !token && fitsGet(operation)
          ? { method: 'GET', cache: 'no-cache', ...fetchOptions }
          : fetchOptions,
    })
    return forward(operation)
  })

  const errors = new ErrorLink(({ error, operation, forward }) => {
    if (hasCode(error, 'PERSISTED_QUERY_NOT_FOUND')) {
      // A server of another version, during an upgrade, knows other documents.
      operation.setContext({ http: {}, fetchOptions: {} })
      return forward(operation)
    }
    console.error(`${operation.operationName}:`, error)
    if (isNetworkError(error)) void checkConnection()
    const { sentToken, startUp } = operation.getContext()
    // An answer to an older token says nothing about the one that is stored now.
    if (!sessionEnded(error) || !sentToken || sentToken !== getToken()) return
    setToken(null)
    if (!startUp) onSessionEnded()
  })

  // What is refused is an answer to Apollo. It goes where errors go.
  const rejectionLink = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap(({ data }) => {
        for (const payload of Object.values(data ?? {})) {
          const messages = payload?.userErrors?.map(({ message }: { message: string }) => message)
          if (messages?.length) logRejection(operation.operationName, messages.join(' '))
        }
      }),
    ),
  )

  const retry = new RetryLink({
    delay: { initial: 300, max: 2000 },
    attempts: (count, operation, error) =>
      count < 3 && operation.operationType === 'query' && isNetworkError(error),
  })

  const http = new BaseHttpLink({ uri, fetch: timedFetch })
  const client = new ApolloClient({
    cache: createCache(),
    dataMasking: true,
    link: ApolloLink.from([
      authLink,
      errors,
      rejectionLink,
      retry,
      ApolloLink.split(({ operationType }) => operationType === 'subscription', socketLink, http),
    ]),
  })
  // What could not be loaded comes by itself as soon as the server answers again.
  onReconnect(() => {
    client.refetchQueries({
      include: 'active',
      onQueryUpdated: (query) => query.getCurrentResult().error !== undefined,
    })
  })
  return client
}
