import { ErrorState } from '~/ui/ErrorState'
import { Section, SectionHeading } from '~/ui/Layout'
import { Skeleton } from '~/ui/Skeleton'

type Part = { id: string; label: string; title: string }

/** Shown while a section's module loads, with its ID, so that fragments already work. */
export function SectionSkeleton({ id, label, title }: Part) {
  return (
    <Section id={id} tight>
      <SectionHeading label={label} title={title} />
      <Skeleton className="h-48 md:ml-[calc(25%+0.5rem)]" />
    </Section>
  )
}

/** Shown if a section's module failed to load. */
export function SectionLoadError({ id, label, title, message }: Part & { message: string }) {
  return (
    <Section id={id} tight>
      <SectionHeading label={label} title={title} />
      <ErrorState title={message} onRetry={() => window.location.reload()} />
    </Section>
  )
}
