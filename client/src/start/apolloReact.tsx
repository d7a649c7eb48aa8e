// Replaces @apollo/client/react in the server's build (vite.server.ts), which has all query results before it renders;
// hooks return them as they are. The build fails if a page uses a hook that is missing here.
import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client'
import { createContext, type ReactNode, useContext } from 'react'
import type { PageQuery } from '~/lib/loader'
import type { QueryResult } from './normalise'

const keyOf = (variables: OperationVariables = {}) => JSON.stringify(variables)

function nameOf(document: DocumentNode): string {
  const [operation] = document.definitions
  return (operation && 'name' in operation && operation.name?.value) || 'an operation'
}

/** Holds the results of the queries in the page's loader. */
export class StaticClient {
  #results: QueryResult[]

  constructor(results: QueryResult[]) {
    this.#results = results
  }

  get(query: DocumentNode, variables?: OperationVariables): object {
    const key = keyOf(variables)
    const result = this.#results.find((one) => one.query === query && keyOf(one.variables) === key)
    if (!result) throw new Error(`${nameOf(query)} is not in the loader of the page`)
    return result.data
  }
}

const Client = createContext<ApolloClient | null>(null)

export const ApolloProvider = ({ client, children }: { client: ApolloClient; children: ReactNode }) => (
  <Client value={client}>{children}</Client>
)

export function useApolloClient(): ApolloClient {
  const client = useContext(Client)
  if (!client) throw new Error('useApolloClient must be used within an ApolloProvider')
  return client
}

/** Stands for functions that only work in a browser. */
const unavailable = () => {
  throw new Error('nothing is asked or changed while a page is rendered')
}

export function useQuery(
  query: DocumentNode,
  { query: _, variables, skip = false, ...more }: Partial<PageQuery> = {},
) {
  const client = useApolloClient()
  const [unknown] = Object.keys(more)
  if (unknown) throw new Error(`the option ${unknown} of useQuery is not supported: ${nameOf(query)}`)
  return {
    client,
    variables,
    data: skip ? undefined : (client as unknown as StaticClient).get(query, variables),
    previousData: undefined,
    error: undefined,
    loading: false,
    networkStatus: 7, // NetworkStatus.ready
    refetch: unavailable,
    fetchMore: unavailable,
  }
}

/** Data is not masked here, so `from` already holds the fragment's fields. */
export function useFragment({ from }: { fragment: DocumentNode; from: object | null }) {
  useApolloClient()
  return from ? { data: from, complete: true } : { data: {}, complete: false }
}

export function useMutation() {
  const client = useApolloClient()
  return [
    unavailable,
    { client, data: undefined, error: undefined, loading: false, called: false, reset: unavailable },
  ]
}
