import { Suspense, useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { isMissingChunk } from '~/lib/chunks'
import { lazyOptional } from '~/lib/lazyOptional'
import { PageLoadError } from './PageLoadError'

const UnexpectedError = lazyOptional(() => import('./UnexpectedError'), PageLoadError)

/** Replaces a page that throws; the layout around it stays. */
export function PageError() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  if (isMissingChunk(error)) return <PageLoadError />
  return (
    <Suspense>
      <UnexpectedError />
    </Suspense>
  )
}

/** The same without the layout, for when the layout itself throws. */
export function LayoutError() {
  return (
    <main>
      <PageError />
    </main>
  )
}
