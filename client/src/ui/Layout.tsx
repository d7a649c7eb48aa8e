import type { ReactNode } from 'react'

/** The page's column: at most 1440 px wide including gutters. */
export function Container({ className = '', children }: { className?: string; children: ReactNode }) {
  return <div className={`shell ${className}`}>{children}</div>
}

/** A section of a page with vertical padding; `tight` halves it. */
export function Section({
  id,
  label,
  tight = false,
  className = '',
  children,
}: {
  id?: string
  /** Names the region for screen readers if no heading does. */
  label?: string
  tight?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-label={label}
      className={`${tight ? 'py-[calc(var(--spacing-section)/2)]' : 'py-section'} ${className}`}
    >
      <Container>{children}</Container>
    </section>
  )
}

/** A section's heading on a hairline: its label on the left, title, and an optional link on the right. */
export function SectionHeading({
  label,
  title,
  lead,
  action,
}: {
  label: string
  title: ReactNode
  lead?: ReactNode
  action?: ReactNode
}) {
  return (
    <header className="mb-4 grid items-start min-[24rem]:grid-cols-[1fr_auto] gap-x-8 gap-y-2 border-t pt-5 md:mb-6 md:grid-cols-12">
      <p className="label col-span-full text-faint uppercase md:col-span-3">{label}</p>
      <div className="md:col-span-6">
        <h2>{title}</h2>
        {lead && <div className="mt-3 max-w-prose text-muted">{lead}</div>}
      </div>
      {action && <div className="md:col-span-3 md:justify-self-end">{action}</div>}
    </header>
  )
}

/** Corner marks used instead of a border. */
export function CornerTicks({
  signal = false,
  className,
  children,
}: {
  signal?: boolean
  className: string
  children: ReactNode
}) {
  return <div className={`ticks ${signal ? 'tick-signal' : ''} ${className}`}>{children}</div>
}
