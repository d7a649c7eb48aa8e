import { vi } from 'vitest'

type Call = {
  method: string
  /** Its document, if it was sent as text. */
  query?: string
  operationName: string
  variables: Record<string, unknown>
  authorization: string | null
}
export type MockResponse =
  | { data?: unknown; errors?: { message: string; extensions?: { code: string } }[] }
  | Error
  | Response
type Mock = MockResponse | Promise<MockResponse>

/** A request's operation: from the address of a GET, from the body of a POST. */
function read(url: string, { method = 'GET', body }: RequestInit): Omit<Call, 'authorization'> {
  if (method === 'POST') return { ...JSON.parse(String(body)), method }
  const {
    operationName = '',
    variables = '{}',
    ...more
  } = Object.fromEntries(new URL(url, window.location.origin).searchParams)
  return { ...more, operationName, variables: JSON.parse(variables), method }
}

/**
 * Mocks the server: responds to each operation by its name. An Error is a failed connection, and a Response is one that
 * GraphQL didn't send. Returns the list of calls received.
 */
export function mockGraph(responses: Record<string, Mock | (() => Mock)>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/readyz') return new Response('ok')
    const operation = read(url, init)
    calls.push({ ...operation, authorization: new Headers(init.headers).get('authorization') })
    const mock = responses[operation.operationName]
    const response = await (typeof mock === 'function' ? mock() : mock)
    if (!response || response instanceof Error)
      throw response ?? new TypeError(`no response for ${operation.operationName}`)
    if (response instanceof Response) return response
    return new Response(JSON.stringify(response), {
      headers: { 'content-type': 'application/graphql-response+json' },
    })
  })
  return calls
}
