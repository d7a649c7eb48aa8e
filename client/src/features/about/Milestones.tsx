import { useQuery } from '@apollo/client/react'
import type { TextSection } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorState } from '~/ui/ErrorState'
import { Section, SectionHeading } from '~/ui/Layout'
import { RichText } from '~/ui/RichText'
import { Loading } from '~/ui/Skeleton'
import type { MilestonesDocument } from './Milestones.gen'
import { Timeline, TimelineSkeleton } from './Timeline'

/** The company's milestones; a separate request, so that its failure leaves the rest of the page intact. */
export function Milestones({ query, part }: { query: typeof MilestonesDocument; part: TextSection }) {
  const { data, error, refetch } = useQuery(query)
  const milestones = data?.companyHistory.nodes
  return (
    <Section>
      <SectionHeading
        label={part.label}
        title={part.title || 'Milestones'}
        lead={part.html && <RichText html={part.html} />}
      />
      {!milestones && error && (
        <ErrorState title="Couldn't load the timeline." onRetry={() => void refetch().catch(() => {})} />
      )}
      {!milestones && !error && (
        <Loading label="Loading the timeline">
          <TimelineSkeleton />
        </Loading>
      )}
      {milestones?.length === 0 && (
        <EmptyState
          title="No milestones yet"
          message="Milestones will appear here. See the results in the catalogue."
          action={<ButtonLink to={paths.products}>Explore Products</ButtonLink>}
        />
      )}
      {milestones && milestones.length > 0 && <Timeline milestones={milestones} />}
    </Section>
  )
}
