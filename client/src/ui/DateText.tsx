import { formatDate } from '~/lib/format'

/** An instant in long US format. */
export function DateText({ value, className }: { value: string; className?: string }) {
  return (
    <time dateTime={value} className={className}>
      {formatDate(value)}
    </time>
  )
}
