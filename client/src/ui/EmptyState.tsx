import type { ReactNode } from 'react'

/** A message shown instead of an empty list, with an action. */
export function EmptyState({
  title,
  message,
  action,
}: {
  title: string
  message: string
  action?: ReactNode
}) {
  return (
    <div className="ticks grid content-start justify-items-start gap-4 p-8 sm:p-12">
      <h2>{title}</h2>
      <p className="max-w-prose text-muted">{message}</p>
      {action}
    </div>
  )
}
