// Takes the place of @apollo/client/react where pages are rendered on the server (vite.server.ts), which has all answers of a page
// before it begins: components get them as they came. The build fails if a page needs a hook that is missing here.
import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client'
import { createContext, type ReactNode, useContext } from 'react'
import type { PageQuery } from '~/lib/loader'
import type { Answered } from './normalise'

const keyOf = (variables: OperationVariables = {}) => JSON.stringify(variables)

function nameOf(document: DocumentNode): string {
  const [operation] = document.definitions
  return (operation && 'name' in operation && operation.name?.value) || 'an operation'
}

/** The client of a page: it knows the answers to the queries of the page's loader. */
export class Answers {
  #answers: Answered[]

  constructor(answers: Answered[]) {
    this.#answers = answers
  }

  get(query: DocumentNode, variables?: OperationVariables): object {
    const key = keyOf(variables)
    const answer = this.#answers.find((one) => one.query === query && keyOf(one.variables) === key)
    if (!answer) throw new Error(`${nameOf(query)} is not in the loader of the page`)
    return answer.data
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

/** What a page may do later, in a browser. */
const later = () => {
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
    data: skip ? undefined : (client as unknown as Answers).get(query, variables),
    previousData: undefined,
    error: undefined,
    loading: false,
    networkStatus: 7, // NetworkStatus.ready
    refetch: later,
    fetchMore: later,
  }
}

/** What a masked object holds stands in it already. */
export function useFragment({ from }: { fragment: DocumentNode; from: object | null }) {
  useApolloClient()
  return from ? { data: from, complete: true } : { data: {}, complete: false }
}

export function useMutation() {
  const client = useApolloClient()
  return [later, { client, data: undefined, error: undefined, loading: false, called: false, reset: later }]
}
