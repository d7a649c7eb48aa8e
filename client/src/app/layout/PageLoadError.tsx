import { type ReactNode, useEffect, useState } from 'react'
import { reloadOnce } from '~/lib/chunks'
import { checkConnection, onReconnect } from '~/lib/connection'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Section } from '~/ui/Layout'
import { Spinner } from '~/ui/Spinner'

function reload(): boolean {
  window.location.reload()
  return true
}

/**
 * Shown when a page's module fails to load. It reloads the page once, as a deployment may have replaced the module.
 * While offline it waits for the connection, because a reload would end in the browser's own error page.
 */
export function PageLoadError(): ReactNode {
  const [state, setState] = useState<'asking' | 'lost' | 'broken'>('asking')

  async function retry(act: () => boolean) {
    if (!(await checkConnection())) setState('lost')
    else if (!act()) setState('broken')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first attempt, once.
  useEffect(() => {
    void retry(reloadOnce)
    return onReconnect(reload)
  }, [])

  if (state === 'asking')
    return (
      <div className="grid min-h-dvh place-items-center">
        <Spinner className="size-12" />
      </div>
    )
  const lost = state === 'lost'
  return (
    <Section tight>
      <p className="label text-warn">{lost ? 'No connection' : 'Error'}</p>
      <h1 className="mt-4">Couldn't load this page</h1>
      <p className="mt-5 max-w-prose text-lead text-muted">
        {lost
          ? "We can't reach the server. The page will load when the connection is back."
          : 'Part of the page is missing. Please try again in a minute.'}
      </p>
      <div className="mt-8 flex flex-wrap gap-6">
        <Button variant="primary" onClick={() => void retry(reload)}>
          <Icon name="refresh" className="size-4" />
          Try again
        </Button>
        <a href={paths.home} className="inline-flex min-h-12 items-center underline underline-offset-4">
          Return to Home
        </a>
      </div>
      <svg viewBox="0 0 480 120" className="mt-12 w-full max-w-3xl fill-none stroke-fg" aria-hidden="true">
        <path d="M0 90h120c50 0 40-40 90-40M210 34h26v32h-26ZM236 42h16M236 58h16M328 34v32h26V34ZM354 50c50 0 40 40 90 40h36" />
        <path d="M260 50h60" strokeDasharray="6 5" className="stroke-signal" />
      </svg>
    </Section>
  )
}
