import { type ReactNode, useId } from 'react'

/** A numbered section of the checkout; all are on one page. */
export function CheckoutStep({
  number,
  title,
  action,
  children,
}: {
  number: number
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[1.5rem_1fr] items-center gap-x-4 gap-y-6 border-t pt-5 pb-14 sm:grid-cols-[3rem_1fr] sm:gap-x-8"
    >
      <p aria-hidden="true" className="label text-faint">
        {String(number).padStart(2, '0')}
      </p>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <h2 id={id} className="text-lead">
          {title}
        </h2>
        {action}
      </header>
      <div className="col-span-full grid min-w-0 gap-6 sm:col-start-2">{children}</div>
    </section>
  )
}
