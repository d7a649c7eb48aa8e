import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { FaqList } from '~/features/faq/FaqList'
import { sectionOf } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { currentOwner, sessionKeys } from '~/lib/storage'
import { CommunityLinks } from '~/ui/CommunityLinks'
import { CornerTicks, Section, SectionHeading } from '~/ui/Layout'
import { Link } from '~/ui/Link'
import { RichText } from '~/ui/RichText'
import { Skeleton } from '~/ui/Skeleton'
import { Benefits } from './Benefits'
import { ContactDocument } from './Contact.gen'
import { ContactForm } from './ContactForm'
import { ContactTextDocument } from './ContactText.gen'
import { Office } from './Office'

export const loader = () => [{ query: ContactTextDocument }, { query: ContactDocument }] as const

/** The contact page. `?subject=` comes from pages that know the topic. */
export default function ContactPage() {
  const shop = settings()
  const { user } = useAuth()
  const [own, questions] = useLoaderData<ReturnType<typeof loader>>()
  const page = useQuery(own.query)
  const { data, error, refetch } = useQuery(questions.query)
  const [search] = useSearchParams()
  const subject = search.get('subject')
  const preset = useMemo(() => (subject ? { subject } : undefined), [subject])
  const text = page.data?.text
  const community = sectionOf(text, 'community')
  return (
    <>
      <Section tight>
        <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
          <header className="lg:col-span-5">
            <h1 className="display lg:max-xl:text-h1">{text?.title ?? 'Contact us'}</h1>
            {page.loading && <Skeleton className="mt-8 h-24 max-w-prose" />}
            <RichText
              html={sectionOf(text, 'lead').html}
              className="mt-8 max-w-prose text-lead text-muted empty:hidden"
            />
            {shop.phone && (
              <p className="mt-4 text-muted">
                Or call{' '}
                <a
                  href={`tel:${shop.phone.replaceAll(' ', '')}`}
                  className="text-fg underline underline-offset-4 hover:text-signal"
                >
                  {shop.phone}
                </a>
                .
              </p>
            )}
          </header>
          <CornerTicks className="bg-plate p-6 sm:p-10 lg:col-span-6 lg:col-start-7 lg:row-span-2">
            <h2 className="mb-8">Send a message</h2>
            <ContactForm
              key={`${currentOwner()} ${subject}`}
              draftKey={sessionKeys.contactForm}
              person={user}
              preset={preset}
            />
          </CornerTicks>
          <div className="self-end lg:col-span-5">
            {page.loading ? <Skeleton className="h-96" /> : <Benefits part={sectionOf(text, 'benefits')} />}
          </div>
        </div>
      </Section>
      <Section tight>
        <Office note={sectionOf(text, 'office').html} />
      </Section>
      <Section tight>
        <SectionHeading label="FAQ" title="Before you write" />
        <div className="grid gap-x-8 gap-y-12 md:grid-cols-12">
          <div className="md:col-span-9 md:col-start-4">
            <FaqList entries={data?.faqEntries} failed={Boolean(error)} onRetry={() => refetch()} />
            <p className="mt-6 text-muted">
              See all{' '}
              <Link to={paths.faq} className="text-fg underline underline-offset-4 hover:text-signal">
                frequently asked questions
              </Link>
              .
            </p>
          </div>
        </div>
      </Section>
      {shop.social && community.title && (
        <Section tight>
          <SectionHeading
            label={community.label}
            title={community.title}
            lead={community.html && <RichText html={community.html} />}
          />
          <div className="md:ml-[calc(25%+0.5rem)]">
            <CommunityLinks />
          </div>
        </Section>
      )}
    </>
  )
}
