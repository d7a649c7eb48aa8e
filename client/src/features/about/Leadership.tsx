import { useQuery } from '@apollo/client/react'
import type { TextSection } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorState } from '~/ui/ErrorState'
import { Section } from '~/ui/Layout'
import { RichText } from '~/ui/RichText'
import { Loading } from '~/ui/Skeleton'
import { Leader, LeaderSkeleton } from './Leader'
import type { LeadershipDocument } from './Leadership.gen'

// Two people share the width; more are in rows of three.
const grid = (count: number) =>
  `grid gap-x-6 gap-y-12 sm:grid-cols-2 ${count > 2 ? 'lg:grid-cols-3' : 'lg:gap-x-8'}`

/** The company's leadership; a separate request, so that its failure leaves the rest of the page intact. */
export function Leadership({ query, part }: { query: typeof LeadershipDocument; part: TextSection }) {
  const { data, error, refetch } = useQuery(query)
  const people = data?.team.nodes
  return (
    <Section className="bg-plate">
      <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <header className="lg:col-span-4">
          <h2>{part.title || 'Leadership'}</h2>
          <RichText html={part.html} className="mt-4 max-w-[46ch] text-muted" />
        </header>
        <div className="lg:col-span-8">
          {!people && error && (
            <ErrorState
              title="Couldn't load the leadership team."
              onRetry={() => void refetch().catch(() => {})}
            />
          )}
          {!people && !error && (
            <Loading label="Loading the leadership team">
              <div className={grid(2)}>
                <LeaderSkeleton />
                <LeaderSkeleton />
              </div>
            </Loading>
          )}
          {people?.length === 0 && (
            <EmptyState
              title="No profiles yet"
              message="Leadership profiles will appear here. Contact us in the meantime."
              action={<ButtonLink to={paths.contact}>Contact us</ButtonLink>}
            />
          )}
          {people && people.length > 0 && (
            <ul className={grid(people.length)}>
              {people.map((person, index) => (
                <li key={person.id} className="min-w-0">
                  <Leader member={person} index={index} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Section>
  )
}
