import type { ReactNode } from 'react'
import { CornerTicks, Section } from './Layout'

/** A page around one form: its purpose on the left, the form in a panel. `aside` is shown on wide screens. */
export function FormPage({
  title,
  lead,
  aside,
  children,
}: {
  title: string
  lead: ReactNode
  aside: ReactNode
  children: ReactNode
}) {
  return (
    <Section tight>
      <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h1>{title}</h1>
          <p className="mt-6 max-w-prose text-lead text-muted">{lead}</p>
          <div className="mt-14 hidden max-w-lg lg:block">{aside}</div>
        </div>
        <CornerTicks className="min-w-0 bg-plate p-6 sm:p-10 lg:col-span-6 lg:col-start-7">
          {children}
        </CornerTicks>
      </div>
    </Section>
  )
}
