import type { ApolloClient } from '@apollo/client'
import type { ModelContext } from '~/features/webmcp/webMCP'

/**
 * Registers the shop's tools with a WebMCP assistant, if the browser has one, after the visitor's first interaction and
 * once the browser is idle, or two seconds later, as a page that animates is never idle.
 */
export function registerToolsWhenIdle(client: ApolloClient, navigate: (to: string) => void): void {
  const { modelContext } = document as { modelContext?: ModelContext }
  if (!modelContext) return
  const acted = new AbortController()
  const offer = () => {
    acted.abort()
    const load = () => {
      // Optional: failures to load or register are ignored.
      import('~/features/webmcp/webMCP')
        .then(({ registerTools }) => registerTools(modelContext, client, navigate))
        .catch(() => {})
    }
    requestIdleCallback(load, { timeout: 2000 })
  }
  for (const act of ['pointerdown', 'keydown'])
    document.addEventListener(act, offer, { passive: true, signal: acted.signal })
}
