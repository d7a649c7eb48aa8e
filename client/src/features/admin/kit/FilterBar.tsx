import type { ReactNode } from 'react'

/** What narrows and orders a list, above it. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search
      aria-label={label}
      className="mb-8 grid items-end gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4 lg:has-[>:nth-child(5)]:grid-cols-5"
    >
      {children}
    </search>
  )
}
