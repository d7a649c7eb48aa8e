import type { ApolloClient } from '@apollo/client'
import { queriesIn } from '~/lib/loader'
import { matchPage, runLoader } from './pageRoute'

/** Delay, in ms, before hovering over a link starts a prefetch. */
const intent = 65

/**
 * Prefetches a link's module and data when the visitor hovers, touches or focuses it. Only for pages that are the same
 * for every visitor.
 */
export function prefetchOnIntent(client: ApolloClient): void {
  const done = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function prefetch({ href, pathname, search }: URL) {
    const page = pathname + search
    if (done.has(page)) return
    done.add(page)
    const found = matchPage(pathname)
    if (!found) return
    try {
      for (const { query, variables } of queriesIn(await runLoader(found, href)))
        void client.query({ query, variables })
    } catch {
      done.delete(page) // the page itself reports the error if it is opened
    }
  }

  function schedulePrefetch(target: EventTarget | null, wait: number) {
    clearTimeout(timer)
    const link = target instanceof Element && target.closest('a[href]')
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return
    const url = new URL(link.href)
    if (url.pathname !== window.location.pathname) timer = setTimeout(() => void prefetch(url), wait)
  }
  document.addEventListener('pointerover', ({ target }) => schedulePrefetch(target, intent), {
    passive: true,
  })
  document.addEventListener('focusin', ({ target }) => schedulePrefetch(target, intent), { passive: true })
  document.addEventListener('touchstart', ({ target }) => schedulePrefetch(target, 0), { passive: true })
  schedulePrefetch(document.querySelector('a:hover'), intent) // the pointer may already rest on a link
}
