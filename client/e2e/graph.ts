import type { Page, Request, Route } from '@playwright/test'

/** Matches GraphQL requests, including visitors' GET requests with a query. */
export const graph = /\/graphql(\?|$)/

/** The GraphQL operation of a request, with its variables; undefined for other requests. */
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

/** The names of the operations that the page sends from now on. */
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
 * Mocks the response to one operation of the page: with JSON, as a failed connection, or by passing it on, at once or
 * after the promise resolves. Returns the variables of each request.
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

/** A server error that no form can fix. */
export const refusal = (message: string, code = 'INTERNAL') => ({
  data: null,
  errors: [{ message, extensions: { code } }],
})
