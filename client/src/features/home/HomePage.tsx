import { useQuery } from '@apollo/client/react'
import { lazy, Suspense } from 'react'
import { useLoaderData } from 'react-router-dom'
import { FollowProducts } from '~/features/catalogue/FollowProducts'
import { partOf } from '~/features/texts/parts'
import { useRefresh } from '~/lib/useRefresh'
import { Section, SectionHeading } from '~/ui/Layout'
import { FeaturedProducts } from './FeaturedProducts'
import { Hero } from './Hero'
import { HomeDocument } from './Home.gen'

// The page is whole without these.
const Behaviours = lazy(() => import('./Behaviours').catch(() => ({ default: () => null })))
const PricingTransparency = lazy(() => import('./PricingTransparency').catch(() => ({ default: () => null })))
const Demonstration = lazy(() => import('./Demonstration').catch(() => ({ default: () => null })))
const Strengths = lazy(() => import('./Strengths').catch(() => ({ default: () => null })))
const Closing = lazy(() => import('./Closing').catch(() => ({ default: () => null })))

const featuredId = 'featured-products'

export const loader = () => ({ query: HomeDocument })

/** The home page. One request brings its words and feeds its two lists. */
export default function HomePage() {
  const page = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, refetch } = useQuery(page.query)
  useRefresh(page)
  const answer = { data, failed: Boolean(error && !data), retry: () => refetch() }
  const { featuredProducts, arm, mobileBase, sliderRail, gripper } = data ?? {}
  const ids = [...(featuredProducts ?? []), arm, mobileBase, sliderRail, gripper].flatMap(
    (one) => one?.id ?? [],
  )
  const text = data ? data.text : error ? null : undefined
  const [behaviours, demonstration] = [partOf(text, 'behaviours'), partOf(text, 'demonstration')]
  return (
    <>
      <Hero text={text} nextId={featuredId} />
      {/* The browser takes each of these over by itself, so that none holds the page up for long. */}
      <Suspense>
        <FeaturedProducts id={featuredId} {...answer} />
      </Suspense>
      <Suspense>
        {behaviours.title && (
          <Section tight className="bg-plate">
            <SectionHeading label={behaviours.label} title={behaviours.title} />
            <Behaviours part={behaviours} />
          </Section>
        )}
      </Suspense>
      <Suspense>
        <PricingTransparency {...answer} />
      </Suspense>
      <Suspense>
        {demonstration.title && (
          <Section tight>
            <SectionHeading label={demonstration.label} title={demonstration.title} />
            <Demonstration part={demonstration} />
          </Section>
        )}
      </Suspense>
      <Suspense>{text && <Strengths text={text} />}</Suspense>
      <Suspense>{text && <Closing text={text} />}</Suspense>
      <FollowProducts ids={[...new Set(ids)]} />
    </>
  )
}
