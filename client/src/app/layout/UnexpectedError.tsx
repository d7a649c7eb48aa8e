import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import ErrorHelp from '~/ui/ErrorHelp'
import { Section } from '~/ui/Layout'

/** The message shown after an unexpected error. */
export default function UnexpectedError(): ReactNode {
  return (
    <Section tight>
      <p className="label text-error">Error</p>
      <h1 className="mt-4">Unexpected Application Error!</h1>
      <p className="mt-5 max-w-prose text-lead text-muted">
        Something went wrong on this page. Please reload it.
      </p>
      <div className="mt-8 flex flex-wrap gap-6">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload page
        </Button>
        <a href={paths.home} className="inline-flex min-h-12 items-center underline underline-offset-4">
          Return to Home
        </a>
      </div>
      <ErrorHelp code="500" />
    </Section>
  )
}
