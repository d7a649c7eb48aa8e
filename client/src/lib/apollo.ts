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
import { getToken, setToken } from './token'

declare module '@apollo/client' {
  interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}

const uri = '/graphql'
const timeout = 15_000
/** In characters. Some proxies reject longer URLs. */
const maxGetLength = 2000

const hasCode = (error: unknown, code: string) =>
  CombinedGraphQLErrors.is(error) && error.errors.some((e) => e.extensions?.code === code)

/** Whether the request's session has expired or was revoked. Only this signs the user out. */
export function sessionEnded(error: unknown): boolean {
  return hasCode(error, 'UNAUTHENTICATED') || (ServerError.is(error) && error.statusCode === 401)
}

/** Whether GraphQL sent no response: offline, timed out, or a gateway's 5xx. */
export function isNetworkError(error: unknown): boolean {
  if (ServerError.is(error)) return error.statusCode >= 500
  return error != null && !CombinedGraphQLErrors.is(error)
}

/** The server's error message for users, from GraphQL or from a limit in front of it; undefined if there is none. */
export function serverMessage(error: unknown): string | undefined {
  if (CombinedGraphQLErrors.is(error)) return error.errors[0]?.message
  if (!ServerError.is(error)) return
  try {
    const { message, errors } = JSON.parse(error.bodyText)
    const text = errors?.[0]?.message ?? message
    if (typeof text === 'string') return text
  } catch {}
}

/** The server's message for users, or ours for a known failure, otherwise `other`. */
export function errorMessage(error: unknown, other = 'Something went wrong. Please try again.'): string {
  const message = serverMessage(error)
  if (message) return message
  if (ServerError.is(error) && error.statusCode > 500)
    return 'The shop is unavailable right now. Please try again.'
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'The shop took too long to respond. Please try again.'
  // Rejections of fetch; the message depends on the browser.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
    return "Can't reach the shop. Check your connection and try again."
  return other
}

function timedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const deadline = AbortSignal.timeout(timeout)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline })
}

/** Whether the operation is a query short enough for a GET request. */
function fitsGet({ operationType, operationName, variables, extensions }: ApolloLink.Operation): boolean {
  if (operationType !== 'query') return false
  const { newURI = '' } = rewriteURIForGET(uri, { operationName, variables, extensions })
  return newURI.length <= maxGetLength
}

/** Sends subscriptions. The WebSocket code is loaded with the first one. */
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

/** A list that loads page by page: later pages are appended, the first one replaces the list. */
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
  // Every response holds the whole cart, so its lists replace the cached ones.
  Cart: { keyFields: [], fields: { items: { merge: false }, warnings: { merge: false } } },
  Money: { merge: true },
  Media: { merge: true },
  Pricing: { merge: true },
  ShippingInfo: { merge: true },
  BillingInfo: { merge: true },
  PaymentInstructions: { merge: true },
}

/** Logs a request that the server rejected, and the reason. */
export function logRejection(what: string | undefined, why: string): void {
  console.error(`${what} was refused: ${why}`)
}

let onSessionEnded: () => void

/** Ends the session of a rejected token. An older token says nothing about the one stored now. */
export function endSession(token?: string | null, startUp?: boolean): void {
  if (!token || token !== getToken()) return
  setToken(null)
  if (!startUp) onSessionEnded()
}

export const createCache = () => new InMemoryCache({ typePolicies })

/**
 * The client of /graphql. `onEnded` is called after the server has rejected the stored token, here or in lib/request,
 * and the token was removed; requests with `startUp` in their context only remove the token.
 */
export function createClient(onEnded: () => void): ApolloClient {
  onSessionEnded = onEnded
  const authLink = new ApolloLink((operation, forward) => {
    const { bearer, headers, fetchOptions } = operation.getContext()
    const token = bearer ?? getToken()
    const hash = (operation.query as { __meta__?: string }).__meta__
    if (hash) operation.extensions.persistedQuery = { sha256Hash: hash }
    operation.setContext({
      sentToken: token,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      http: { includeQuery: !hash },
      // Public queries are sent by GET so that browser and proxies can cache them; `no-cache` makes the browser
      // revalidate even after a step back.
      fetchOptions:
        hash && !token && fitsGet(operation)
          ? { method: 'GET', cache: 'no-cache', ...fetchOptions }
          : fetchOptions,
    })
    return forward(operation)
  })

  const errors = new ErrorLink(({ error, operation, forward }) => {
    if (hasCode(error, 'PERSISTED_QUERY_NOT_FOUND')) {
      // During an upgrade, a server of another version doesn't know this client's documents.
      operation.setContext({ http: {}, fetchOptions: {} })
      return forward(operation)
    }
    console.error(`${operation.operationName}:`, error)
    if (isNetworkError(error)) void checkConnection()
    const { sentToken, startUp } = operation.getContext()
    if (sessionEnded(error)) endSession(sentToken, startUp)
  })

  // Apollo treats userErrors as success, so they are logged here like errors.
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
  // Retries failed queries when the server can be reached again.
  onReconnect(() => {
    client.refetchQueries({
      include: 'active',
      onQueryUpdated: (query) => query.getCurrentResult().error !== undefined,
    })
  })
  return client
}
