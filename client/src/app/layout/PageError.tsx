import { lazy, Suspense, useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { isMissingChunk } from '~/lib/chunks'
import { PageLoadError } from './PageLoadError'

const UnexpectedError = lazy(() => import('./UnexpectedError').catch(() => ({ default: PageLoadError })))

/** Takes the page's place when it fails outside of what it handles itself; the frame around it stays. */
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

/** The same without a frame, for when the frame itself has failed. */
export function FrameError() {
  return (
    <main>
      <PageError />
    </main>
  )
}
