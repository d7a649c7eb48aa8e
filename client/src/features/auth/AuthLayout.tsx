import type { ReactNode } from 'react'
import { FactList } from '~/ui/FactList'
import { CornerTicks, Section } from '~/ui/Layout'

const benefits = [
  { label: 'Cart', value: 'The same on every device' },
  { label: 'Pre-orders', value: 'Status and expected delivery' },
  { label: 'Orders', value: 'Status, totals and invoices' },
]

/** The layout of /login and /register: the benefits of an account on the left, the form on the right. */
export function AuthLayout({
  title,
  lead,
  children,
}: {
  title: string
  lead: ReactNode
  children: ReactNode
}) {
  return (
    <Section tight>
      <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-6">
          <h1 className="display">{title}</h1>
          <p className="mt-6 max-w-prose text-lead text-muted">{lead}</p>
          <FactList items={benefits} className="mt-16 hidden max-w-xl lg:block" />
        </div>
        <CornerTicks className="bg-plate p-6 sm:p-10 lg:col-span-5 lg:col-start-8">{children}</CornerTicks>
      </div>
    </Section>
  )
}
