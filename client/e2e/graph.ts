import type { Page, Request, Route } from '@playwright/test'

/** Where the graph is asked: what visitors ask by GET stands in the address. */
export const graph = /\/graphql(\?|$)/

/** The operation that a request brings to the graph, with its variables; other requests have none. */
export function operationOf(request: Request): {
  operationName?: string
  variables: ReturnType<typeof JSON.parse>
} {
  if (!graph.test(request.url())) return { variables: {} }
  if (request.method() === 'POST') return request.postDataJSON()
  const asked = new URL(request.url()).searchParams
  return {
    operationName: asked.get('operationName') ?? undefined,
    variables: JSON.parse(asked.get('variables') ?? '{}'),
  }
}

/** The names of the operations that the page brings to the graph from now on. */
export function operationsOf(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    const { operationName } = operationOf(request)
    if (operationName) names.push(operationName)
  })
  return names
}

export type Answer =
  | { status?: number; data: unknown; errors?: { message: string; extensions?: { code: string } }[] }
  | 'offline'
  | 'pass'
  | Promise<'pass'>

/**
 * Answers one operation of the page in place of the server: with JSON, as if offline, or by letting it pass, at once
 * or once the promise resolves. Answers the variables of each request that came.
 */
export async function answer(page: Page, operation: string, given: Answer | (() => Answer)) {
  const requests: Record<string, unknown>[] = []
  await page.route(graph, async (route: Route) => {
    const { operationName, variables } = operationOf(route.request())
    if (operationName !== operation) return route.fallback()
    requests.push(variables)
    const result = await (typeof given === 'function' ? given() : given)
    if (result === 'pass') return route.fallback()
    if (result === 'offline') return route.abort('internetdisconnected')
    const { status, ...json } = result
    return route.fulfill({ status, json })
  })
  return requests
}

/** A failure of the server that no form can mend. */
export const refusal = (message: string, code = 'INTERNAL') => ({
  data: null,
  errors: [{ message, extensions: { code } }],
})
