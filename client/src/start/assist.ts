import type { ApolloClient } from '@apollo/client'
import type { ModelContext } from '~/features/webmcp/webMCP'

/**
 * Offers the shop's tools to an assistant in the browser, where the browser has WebMCP: once the visitor has acted on the page and
 * the browser is idle.
 */
export function assist(client: ApolloClient, navigate: (to: string) => void): void {
  const { modelContext } = document as { modelContext?: ModelContext }
  if (!modelContext) return
  const acted = new AbortController()
  const offer = () => {
    acted.abort()
    requestIdleCallback(() => {
      // Nobody misses them where they could not be loaded or registered.
      import('~/features/webmcp/webMCP')
        .then(({ registerTools }) => registerTools(modelContext, client, navigate))
        .catch(() => {})
    })
  }
  for (const act of ['pointerdown', 'keydown'])
    document.addEventListener(act, offer, { passive: true, signal: acted.signal })
}
