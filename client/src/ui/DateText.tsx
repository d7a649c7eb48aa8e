import { formatDate } from '~/lib/format'
import { useHydrated } from '~/lib/useHydrated'

/** An instant in long US format; in UTC until the browser's time zone is known. */
export function DateText({ value, className }: { value: string; className?: string }) {
  return (
    <time dateTime={value} className={className}>
      {formatDate(value, useHydrated() ? undefined : 'UTC')}
    </time>
  )
}
