import { useQuery } from '@apollo/client/react'
import { Suspense } from 'react'
import { useLoaderData } from 'react-router-dom'
import { LiveProducts } from '~/features/catalogue/LiveProducts'
import { sectionOf } from '~/features/texts/sections'
import { lazyOptional } from '~/lib/lazyOptional'
import { useRefetchOnFocus } from '~/lib/useRefetchOnFocus'
import { Section, SectionHeading } from '~/ui/Layout'
import { FeaturedProducts } from './FeaturedProducts'
import { Hero } from './Hero'
import { HomeDocument } from './Home.gen'

// Optional sections: a failure to load leaves them out.
const Behaviours = lazyOptional(() => import('./Behaviours'))
const PricingTransparency = lazyOptional(() => import('./PricingTransparency'))
const Demonstration = lazyOptional(() => import('./Demonstration'))
const Strengths = lazyOptional(() => import('./Strengths'))
const ClosingSections = lazyOptional(() => import('./ClosingSections'))

const featuredId = 'featured-products'

export const loader = () => ({ query: HomeDocument })

/** The home page. One query loads its text and both of its lists. */
export default function HomePage() {
  const page = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, refetch } = useQuery(page.query)
  useRefetchOnFocus(page)
  const homeData = { data, failed: Boolean(error && !data), retry: () => refetch() }
  const { featuredProducts, arm, mobileBase, sliderRail, gripper } = data ?? {}
  const ids = [...(featuredProducts ?? []), arm, mobileBase, sliderRail, gripper].flatMap(
    (one) => one?.id ?? [],
  )
  const text = data ? data.text : error ? null : undefined
  const [behaviours, demonstration] = [sectionOf(text, 'behaviours'), sectionOf(text, 'demonstration')]
  return (
    <>
      <Hero text={text} nextId={featuredId} />
      {/* Each boundary hydrates separately, so that none blocks the main thread for long. */}
      <Suspense>
        <FeaturedProducts id={featuredId} {...homeData} />
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
        <PricingTransparency {...homeData} />
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
      <Suspense>{text && <ClosingSections text={text} />}</Suspense>
      <LiveProducts ids={[...new Set(ids)]} />
    </>
  )
}
