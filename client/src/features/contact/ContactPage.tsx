import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { FaqList } from '~/features/faq/FaqList'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { currentOwner, sessionKeys } from '~/lib/storage'
import { CommunityLinks } from '~/ui/CommunityLinks'
import { CornerTicks, Section, SectionHeading } from '~/ui/Layout'
import { Link } from '~/ui/Link'
import { Benefits } from './Benefits'
import { ContactDocument } from './Contact.gen'
import { ContactForm } from './ContactForm'
import { Office } from './Office'

export const loader = () => ({ query: ContactDocument })

/** The contact page. `?subject=` comes from pages that know the topic. */
export default function ContactPage() {
  const shop = settings()
  const { user } = useAuth()
  const { query } = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, refetch } = useQuery(query)
  const [search] = useSearchParams()
  const subject = search.get('subject')
  const preset = useMemo(() => (subject ? { subject } : undefined), [subject])
  return (
    <>
      <Section tight>
        <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
          <header className="lg:col-span-5">
            <h1 className="display lg:max-xl:text-h1">Contact us</h1>
            <p className="mt-8 max-w-prose text-lead text-muted">
              Tell us the load, the reach and the site. An engineer
              {shop.office.city && ` in ${shop.office.city}`} will recommend a machine or ask for details.
            </p>
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
            <Benefits />
          </div>
        </div>
      </Section>
      <Section tight>
        <Office />
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
      {shop.social && (
        <Section tight>
          <SectionHeading
            label="Community"
            title="Meet others who build with our machines"
            lead="Drivers, examples, videos and what we're working on."
          />
          <div className="md:ml-[calc(25%+0.5rem)]">
            <CommunityLinks />
          </div>
        </Section>
      )}
    </>
  )
}
