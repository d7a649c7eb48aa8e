import { useQuery } from '@apollo/client/react'
import { useLoaderData } from 'react-router-dom'
import { FaqList } from '~/features/faq/FaqList'
import { NewsletterForm } from '~/features/newsletter/NewsletterForm'
import { sectionOf } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { ButtonLink } from '~/ui/Button'
import { CommunityLinks } from '~/ui/CommunityLinks'
import { ErrorState } from '~/ui/ErrorState'
import { Container, CornerTicks, Section, SectionHeading } from '~/ui/Layout'
import { RichText } from '~/ui/RichText'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { ResourceCards } from './ResourceCards'
import { ResourcesDocument } from './Resources.gen'
import { ResourcesTextDocument } from './ResourcesText.gen'

export const loader = () => [{ query: ResourcesTextDocument }, { query: ResourcesDocument }] as const

/** Help for owners and integrators. */
export default function ResourcesPage() {
  const shop = settings()
  const [own, questions] = useLoaderData<ReturnType<typeof loader>>()
  const page = useQuery(own.query)
  const { data, error, loading, refetch } = useQuery(questions.query)
  const text = page.data?.text
  const [newsletter, community] = [sectionOf(text, 'newsletter'), sectionOf(text, 'community')]
  const social = shop.social && community.title
  return (
    <>
      <Container className="pt-16 pb-12 md:pt-24 md:pb-16">
        <h1 className="display">{text?.title ?? 'Resources'}</h1>
        <RichText
          html={sectionOf(text, 'lead').html}
          className="mt-8 max-w-prose text-lead text-muted empty:hidden"
        />
      </Container>
      <Container>
        {text ? (
          <ResourceCards text={text} />
        ) : page.error ? (
          <ErrorState title="Couldn't load this page." onRetry={() => void page.refetch().catch(() => {})} />
        ) : (
          <Loading label="Loading the resources">
            <Skeleton className="h-96" />
          </Loading>
        )}
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
      {(newsletter.title || social) && (
        <Section className="border-t bg-plate" id="newsletter">
          <div className="grid items-start gap-x-8 gap-y-16 lg:grid-cols-12">
            {newsletter.title && (
              <div className="lg:col-span-7">
                <h2>{newsletter.title}</h2>
                <RichText html={newsletter.html} className="mt-4 mb-8 max-w-prose text-muted" />
                <CornerTicks className="p-6 sm:p-8">
                  <NewsletterForm />
                </CornerTicks>
              </div>
            )}
            {social && (
              <div className={`lg:col-span-4 ${newsletter.title ? 'lg:col-start-9' : ''}`}>
                <h2>{community.title}</h2>
                <RichText html={community.html} className="mt-4 mb-8 text-muted" />
                <CommunityLinks />
              </div>
            )}
          </div>
        </Section>
      )}
    </>
  )
}
