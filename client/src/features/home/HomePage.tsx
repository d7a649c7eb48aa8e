import { useQuery } from '@apollo/client/react'
import { lazy, Suspense } from 'react'
import { useLoaderData } from 'react-router-dom'
import { FollowProducts } from '~/features/catalogue/FollowProducts'
import { useRefresh } from '~/lib/useRefresh'
import { Section, SectionHeading } from '~/ui/Layout'
import { Behaviours } from './Behaviours'
import { Capabilities } from './Capabilities'
import { FeaturedProducts } from './FeaturedProducts'
import { Hero } from './Hero'
import { HomeDocument } from './Home.gen'
import { PricingTransparency } from './PricingTransparency'
import { WhyChooseUs } from './WhyChooseUs'

// The page is whole without these.
const Demonstration = lazy(() => import('./Demonstration').catch(() => ({ default: () => null })))
const Closing = lazy(() => import('./Closing').catch(() => ({ default: () => null })))

const featuredId = 'featured-products'

export const loader = () => ({ query: HomeDocument })

/** The home page. One request feeds its two lists; everything else stands without it. */
export default function HomePage() {
  const page = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, refetch } = useQuery(page.query)
  useRefresh(page)
  const answer = { data, failed: Boolean(error && !data), retry: () => refetch() }
  const { featuredProducts, arm, mobileBase, sliderRail, gripper } = data ?? {}
  const ids = [...(featuredProducts ?? []), arm, mobileBase, sliderRail, gripper].flatMap(
    (one) => one?.id ?? [],
  )
  return (
    <>
      <Hero nextId={featuredId} />
      {/* The browser takes each of these over by itself, so that none holds the page up for long. */}
      <Suspense>
        <FeaturedProducts id={featuredId} {...answer} />
      </Suspense>
      <Suspense>
        <Section tight className="bg-plate">
          <SectionHeading label="Behaviour" title="What every machine does" />
          <Behaviours />
        </Section>
      </Suspense>
      <Suspense>
        <PricingTransparency {...answer} />
      </Suspense>
      <Suspense>
        <Section tight>
          <SectionHeading label="In use" title="See it at work" />
          <Demonstration />
        </Section>
      </Suspense>
      <Suspense>
        <Section tight className="bg-plate">
          <SectionHeading label="Company" title="Why Choose Us" />
          <WhyChooseUs />
        </Section>
        <Section tight>
          <SectionHeading label="Tasks" title="Our Capabilities" />
          <Capabilities />
        </Section>
      </Suspense>
      <Suspense>
        <Closing />
      </Suspense>
      <FollowProducts ids={[...new Set(ids)]} />
    </>
  )
}
