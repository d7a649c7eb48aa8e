import { lazy, Suspense } from 'react'
import { Button } from '~/ui/Button'
import { Dot } from '~/ui/Dot'
import { Spinner } from '~/ui/Spinner'

const Editor = lazy(() => import('./Editor'))

/** The editor, below a line that names the caller. */
export function Workbench({
  apiKey,
  account,
  onPaste,
  onRemove,
}: {
  apiKey: string | null
  /** The signed-in member of staff. */
  account?: string
  onPaste: () => void
  onRemove: () => void
}) {
  return (
    <div className="bench">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b px-4 py-2 sm:px-6">
        <h1 className="text-lead" tabIndex={-1}>
          Playground
        </h1>
        <p role="status" className="label mr-auto min-w-0 break-all text-muted">
          {apiKey ? (
            <>
              <Dot tone="signal" className="mr-2 inline-block" />
              Using API key {apiKey.slice(0, 12)}…
            </>
          ) : (
            <>Signed in as {account}</>
          )}
        </p>
        {apiKey ? (
          <Button size="sm" onClick={onRemove}>
            Remove key
          </Button>
        ) : (
          <Button size="sm" variant="ghost" className="max-sm:-ml-4" onClick={onPaste}>
            Use an API key
          </Button>
        )}
      </header>
      <Suspense
        fallback={
          <div className="grid place-items-center">
            <Spinner label="Loading the playground" />
          </div>
        }
      >
        {/* Another key is another caller, so the editor is remounted. */}
        <Editor key={apiKey ?? account} apiKey={apiKey} />
      </Suspense>
    </div>
  )
}
