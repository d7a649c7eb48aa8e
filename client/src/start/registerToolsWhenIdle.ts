import type { ApolloClient } from '@apollo/client'
import type { ModelContext } from '~/features/webmcp/webMCP'

/**
 * Offers the shop's tools to an assistant in the browser, where the browser has WebMCP: once the visitor has acted on the page and
 * the browser is idle, or two seconds later, since one that draws all the time is never idle.
 */
export function registerToolsWhenIdle(client: ApolloClient, navigate: (to: string) => void): void {
  const { modelContext } = document as { modelContext?: ModelContext }
  if (!modelContext) return
  const acted = new AbortController()
  const offer = () => {
    acted.abort()
    const load = () => {
      // Nobody misses them where they could not be loaded or registered.
      import('~/features/webmcp/webMCP')
        .then(({ registerTools }) => registerTools(modelContext, client, navigate))
        .catch(() => {})
    }
    requestIdleCallback(load, { timeout: 2000 })
  }
  for (const act of ['pointerdown', 'keydown'])
    document.addEventListener(act, offer, { passive: true, signal: acted.signal })
}
