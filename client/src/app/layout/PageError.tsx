import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { isMissingChunk } from '~/lib/chunks'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import { Section } from '~/ui/Layout'
import { MissingPage } from './MissingPage'

/** Takes the page's place when it fails outside of what it handles itself; the frame around it stays. */
export function PageError() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  if (isMissingChunk(error)) return <MissingPage />
  return (
    <Section>
      <p className="label text-error">Error</p>
      <h1 className="mt-4">Unexpected Application Error!</h1>
      <p className="mt-6 max-w-prose text-lead text-muted">
        Something went wrong on this page. Please reload it.
      </p>
      <div className="mt-10 flex flex-wrap gap-6">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload page
        </Button>
        <a href={paths.home} className="inline-flex min-h-12 items-center underline underline-offset-4">
          Return to Home
        </a>
      </div>
    </Section>
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
