import { useQuery } from '@apollo/client/react'
import { useLoaderData } from 'react-router-dom'
import { FaqList } from '~/features/faq/FaqList'
import { NewsletterForm } from '~/features/newsletter/NewsletterForm'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { ButtonLink } from '~/ui/Button'
import { CommunityLinks } from '~/ui/CommunityLinks'
import { Container, CornerTicks, Section, SectionHeading } from '~/ui/Layout'
import { ResourceCards } from './ResourceCards'
import { ResourcesDocument } from './Resources.gen'

export const loader = () => ({ query: ResourcesDocument })

/** Help for owners and integrators. */
export default function ResourcesPage() {
  const shop = settings()
  const { query } = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, loading, refetch } = useQuery(query)
  return (
    <>
      <Container className="pt-16 pb-12 md:pt-24 md:pb-16">
        <h1 className="display">Resources</h1>
        <p className="mt-8 max-w-prose text-lead text-muted">For owners and integrators of our machines.</p>
      </Container>
      <Container>
        <ResourceCards />
      </Container>
      <Section id="faq">
        <SectionHeading
          label="FAQ"
          title="Frequently asked questions"
          action={
            <ButtonLink to={paths.faq} size="sm">
              All questions
            </ButtonLink>
          }
        />
        <div className="md:ml-[calc(25%+0.5rem)]">
          <FaqList entries={data?.faqEntries} failed={Boolean(error) && !loading} onRetry={() => refetch()} />
        </div>
      </Section>
      <Section className="border-t bg-plate" id="newsletter">
        <div className="grid items-start gap-x-8 gap-y-16 lg:grid-cols-12">
          <div className="lg:col-span-7">
            <h2>Newsletter</h2>
            <p className="mt-4 mb-8 max-w-prose text-muted">
              New machines, software releases and lead times. Sent only when there's news.
            </p>
            <CornerTicks className="p-6 sm:p-8">
              <NewsletterForm />
            </CornerTicks>
          </div>
          {shop.social && (
            <div className="lg:col-span-4 lg:col-start-9">
              <h2>Community</h2>
              <p className="mt-4 mb-8 text-muted">Code, talks and machines in action.</p>
              <CommunityLinks />
            </div>
          )}
        </div>
      </Section>
    </>
  )
}
