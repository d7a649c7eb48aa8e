import type { ApolloClient } from '@apollo/client'
import { queriesIn } from '~/lib/loader'
import { pageAt, runLoader } from './page'

/** Delay, in ms, before hovering over a link starts a prefetch. */
const intent = 65

/**
 * Loads the page behind a link, its module and its data, as soon as somebody means to follow it: with the pointer
 * resting on it, with a finger on it, or with the focus. Only pages that everybody sees alike.
 */
export function prefetchOnIntent(client: ApolloClient): void {
  const done = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function prefetch({ href, pathname, search }: URL) {
    const page = pathname + search
    if (done.has(page)) return
    done.add(page)
    const found = pageAt(pathname)
    if (!found) return
    try {
      for (const { query, variables } of queriesIn(await runLoader(found, href)))
        void client.query({ query, variables })
    } catch {
      done.delete(page) // the page itself says what went wrong, if somebody goes there
    }
  }

  const meant = (wait: number) => (event: Event) => {
    clearTimeout(timer)
    const link = event.target instanceof Element && event.target.closest('a[href]')
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return
    const url = new URL(link.href)
    if (url.pathname !== window.location.pathname) timer = setTimeout(() => void prefetch(url), wait)
  }
  document.addEventListener('pointerover', meant(intent), { passive: true })
  document.addEventListener('focusin', meant(intent), { passive: true })
  document.addEventListener('touchstart', meant(0), { passive: true })
}
