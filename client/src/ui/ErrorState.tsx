import { Button } from './Button'
import { Icon } from './Icon'

/** An error message with a retry button. */
export function ErrorState({
  title,
  message,
  onRetry,
}: {
  title: string
  message?: string
  onRetry?: () => void
}) {
  return (
    <div role="alert" className="ticks grid content-start justify-items-start gap-4 p-8">
      <p className="flex items-center gap-3 font-semibold">
        <Icon name="alert" className="size-5 text-error" />
        {title}
      </p>
      {message && <p className="max-w-prose text-muted">{message}</p>}
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          <Icon name="refresh" className="size-4" />
          Try again
        </Button>
      )}
    </div>
  )
}
