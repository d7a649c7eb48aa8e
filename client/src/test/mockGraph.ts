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
type Given = MockResponse | Promise<MockResponse>

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
export function mockGraph(answers: Record<string, Given | (() => Given)>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/readyz') return new Response('ok')
    const asked = read(url, init)
    calls.push({ ...asked, authorization: new Headers(init.headers).get('authorization') })
    const given = answers[asked.operationName]
    const answer = await (typeof given === 'function' ? given() : given)
    if (!answer || answer instanceof Error)
      throw answer ?? new TypeError(`no answer for ${asked.operationName}`)
    if (answer instanceof Response) return answer
    return new Response(JSON.stringify(answer), {
      headers: { 'content-type': 'application/graphql-response+json' },
    })
  })
  return calls
}
