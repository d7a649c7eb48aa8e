import type { Page, Route } from '@playwright/test'

type Answer =
  | { data: unknown; errors?: { message: string; extensions?: { code: string } }[] }
  | 'offline'
  | Promise<'pass'>

/**
 * Answers one operation of the page in place of the server: with JSON, as if offline, or by letting it pass once the
 * promise resolves. Answers the variables of each request that came.
 */
export async function answer(page: Page, operation: string, given: Answer | (() => Answer)) {
  const requests: Record<string, unknown>[] = []
  await page.route('**/graphql', async (route: Route) => {
    const { operationName, variables } = route.request().postDataJSON()
    if (operationName !== operation) return route.fallback()
    requests.push(variables)
    const result = await (typeof given === 'function' ? given() : given)
    if (result === 'pass') return route.fallback()
    if (result === 'offline') return route.abort('internetdisconnected')
    return route.fulfill({ json: result })
  })
  return requests
}

/** A failure of the server that no form can mend. */
export const refusal = (message: string, code = 'INTERNAL') => ({
  data: null,
  errors: [{ message, extensions: { code } }],
})
