import type { ApolloClient } from '@apollo/client'
import { queriesIn } from '~/lib/loader'
import { matchPage, runLoader } from './pageRoute'

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
    const found = matchPage(pathname)
    if (!found) return
    try {
      for (const { query, variables } of queriesIn(await runLoader(found, href)))
        void client.query({ query, variables })
    } catch {
      done.delete(page) // the page itself says what went wrong, if somebody goes there
    }
  }

  function meant(target: EventTarget | null, wait: number) {
    clearTimeout(timer)
    const link = target instanceof Element && target.closest('a[href]')
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return
    const url = new URL(link.href)
    if (url.pathname !== window.location.pathname) timer = setTimeout(() => void prefetch(url), wait)
  }
  document.addEventListener('pointerover', ({ target }) => meant(target, intent), { passive: true })
  document.addEventListener('focusin', ({ target }) => meant(target, intent), { passive: true })
  document.addEventListener('touchstart', ({ target }) => meant(target, 0), { passive: true })
  meant(document.querySelector('a:hover'), intent) // the pointer may have come to rest before
}
