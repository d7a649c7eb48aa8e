import type { ReactNode } from 'react'
import { focusAfterDialog } from '~/lib/focusAfterDialog'

/** A screen's heading, the count of its list, and an action such as adding to it. */
export function ScreenHead({ title, count, action }: { title: string; count?: string; action?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-h2" tabIndex={-1}>
          {title}
        </h1>
        <p role="status" className="label text-muted">
          {count}
        </p>
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  )
}

/** Focuses the heading, for when the focused element has been removed. */
export function focusScreen(): void {
  focusAfterDialog(document.querySelector<HTMLElement>('main h1'))
}
