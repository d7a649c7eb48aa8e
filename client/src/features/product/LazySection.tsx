import { ErrorState } from '~/ui/ErrorState'
import { Section, SectionHeading } from '~/ui/Layout'
import { Skeleton } from '~/ui/Skeleton'

type Part = { id: string; label: string; title: string }

/** Keeps the place of a part whose module is being loaded, so that its address leads there already. */
export function SectionSkeleton({ id, label, title }: Part) {
  return (
    <Section id={id} tight>
      <SectionHeading label={label} title={title} />
      <Skeleton className="h-48 md:ml-[calc(25%+0.5rem)]" />
    </Section>
  )
}

/** Stands where a part's module could not be loaded. */
export function SectionLoadError({ id, label, title, message }: Part & { message: string }) {
  return (
    <Section id={id} tight>
      <SectionHeading label={label} title={title} />
      <ErrorState title={message} onRetry={() => window.location.reload()} />
    </Section>
  )
}
