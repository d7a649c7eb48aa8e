import type { ReactNode } from 'react'

/** Lines on the left, a sticky summary on the right; on narrow screens the summary is between the lines and `below`. */
export function CartColumns({
  summary,
  below,
  children,
}: {
  summary: ReactNode
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid items-start gap-x-16 lg:grid-rows-[auto_1fr] gap-y-10 lg:grid-cols-[1fr_minmax(20rem,24rem)]">
      <div className="min-w-0">{children}</div>
      <div className="lg:sticky lg:top-28 lg:row-span-2">{summary}</div>
      {below}
    </div>
  )
}
