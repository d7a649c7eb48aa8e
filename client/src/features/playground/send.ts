import type { GraphiQL } from 'graphiql'
import { Kind, parse } from 'graphql'
import type { ComponentProps } from 'react'
import { request } from '~/lib/request'

type Send = ComponentProps<typeof GraphiQL>['fetcher']

/** The cost of an operation; `left` is the API key's remaining budget for this minute. */
export type Cost = { requested: number; limit: number; left?: number }

type GraphQLResult = { extensions?: { cost?: { requested: number; limit: number } } }

/**
 * GraphiQL's fetcher: POST requests, and subscriptions as server-sent events. `bearer` is called for each request, and
 * `stop` ends open subscriptions.
 */
export function createSend(bearer: () => string | null, onCost: (cost: Cost) => void) {
  const open = new Set<AbortController>()

  function ask(body: object, accept: string, signal?: AbortSignal): Promise<Response> {
    const token = bearer()
    return request('/graphql', {
      method: 'POST',
      signal,
      headers: {
        'content-type': 'application/json',
        accept,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  }

  async function once(body: { operationName?: string }) {
    const response = await ask(body, 'application/json')
    const result = await read(response)
    // GraphiQL's own introspection query is not an operation of the user.
    return body.operationName === 'IntrospectionQuery'
      ? result
      : reportCost(result, response.headers.get('x-cost-remaining'))
  }

  /** Reports a response's cost, and returns the response. */
  function reportCost(result: GraphQLResult, left: string | null): GraphQLResult {
    const cost = result.extensions?.cost
    if (cost) onCost({ ...cost, left: left === null ? undefined : Number(left) })
    return result
  }

  function subscribe(body: object) {
    const ending = new AbortController()
    open.add(ending)
    async function* results() {
      try {
        const response = await ask(body, 'text/event-stream', ending.signal)
        if (!response.headers.get('content-type')?.startsWith('text/event-stream')) yield await read(response)
        else if (response.body)
          // The budget when it started is outdated.
          for await (const result of eventsOf(response.body)) yield reportCost(result, null)
      } catch (error) {
        if (!ending.signal.aborted) throw error
      } finally {
        open.delete(ending)
        ending.abort()
      }
    }
    const all = results()
    const finish = all.return.bind(all)
    // A generator waiting for the next event would only return after it.
    all.return = (value) => {
      ending.abort()
      return finish(value)
    }
    return all
  }

  const send: Send = (body) => {
    const operation = chosen(body)
    const sent = { ...body, operationName: operation?.name?.value }
    return operation?.operation === 'subscription' ? subscribe(sent) : once(sent)
  }
  const stop = () => {
    for (const ending of open) ending.abort()
  }
  return { send, stop }
}

/** The name of the operation to run. GraphiQL's state lags behind typing, so the text itself is parsed. */
function chosen({ query, operationName }: { query: string; operationName?: string | null }) {
  try {
    const operations = parse(query).definitions.filter((part) => part.kind === Kind.OPERATION_DEFINITION)
    return operations.find(({ name }) => name?.value === operationName) ?? operations[0]
  } catch {
    return undefined // the server reports the error
  }
}

async function read(response: Response): Promise<GraphQLResult> {
  try {
    return await response.json()
  } catch {
    throw new Error(`The server responded with status ${response.status}.`)
  }
}

/** The results in a stream of server-sent events, up to `complete`. */
async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<GraphQLResult> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new Error('The connection was lost. Subscribe again with the last cursor as "after".')
    text += value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = text.slice(0, end)
      text = text.slice(end + 2)
      if (/^event: complete$/m.test(event)) return
      const data = /^data: (.+)$/m.exec(event)?.[1]
      if (data) yield JSON.parse(data)
    }
  }
}
