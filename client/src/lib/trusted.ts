import { ApolloLink } from '@apollo/client'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import { mergeMap, of } from 'rxjs'

const unknown = (result: ApolloLink.Result) =>
  (result as FormattedExecutionResult).errors?.some(
    (error: GraphQLFormattedError) => error.extensions?.code === 'PERSISTED_QUERY_NOT_FOUND',
  )

/**
 * Sends the hash of a document in place of its text: the server knows those of the client that it comes with. Another version of
 * the server, during an upgrade, gets the text. What visitors read goes by GET, so that caches on the way can keep it.
 */
export const trusted = new ApolloLink((operation, forward) => {
  const { hash } = (operation.query as { __meta__?: { hash?: string } }).__meta__ ?? {}
  if (!hash) return forward(operation)
  const send = (byHash: boolean) => {
    const byGet = byHash && operation.operationType === 'query' && !operation.getContext().sentToken
    operation.setContext({
      http: { includeQuery: !byHash, includeExtensions: byHash },
      fetchOptions: { method: byGet ? 'GET' : 'POST' },
    })
    return forward(operation)
  }
  operation.extensions.persistedQuery = { version: 1, sha256Hash: hash }
  return send(true).pipe(mergeMap((result) => (unknown(result) ? send(false) : of(result))))
})
