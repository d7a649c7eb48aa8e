import { vi } from 'vitest'

type Call = { operationName: string; variables: Record<string, unknown>; authorization: string | null }
type Answer = { data?: unknown; errors?: { message: string; extensions?: { code: string } }[] } | Error

/**
 * Stands in for the server: answers each operation by its name. An Error is a failed connection. Answers the list of
 * calls that arrived.
 */
export function answerGraph(answers: Record<string, Answer | (() => Answer)>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/livez') return new Response('ok')
    const { operationName, variables } = JSON.parse(String(init.body))
    calls.push({ operationName, variables, authorization: new Headers(init.headers).get('authorization') })
    const given = answers[operationName]
    const answer = typeof given === 'function' ? given() : given
    if (!answer || answer instanceof Error) throw answer ?? new TypeError(`no answer for ${operationName}`)
    return new Response(JSON.stringify(answer), {
      headers: { 'content-type': 'application/graphql-response+json' },
    })
  })
  return calls
}
