import type { ReactNode } from 'react'

/** Lines on the left, the summary on the right where it stays in view; one below the other on narrow screens. */
export function CartColumns({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[1fr_minmax(20rem,24rem)]">
      <div className="min-w-0">{children}</div>
      <div className="lg:sticky lg:top-28">{summary}</div>
    </div>
  )
}
