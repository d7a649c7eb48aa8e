import { type ReactNode, useId } from 'react'

/** A part of the screen with a title and an action. */
export function Part({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-body font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
