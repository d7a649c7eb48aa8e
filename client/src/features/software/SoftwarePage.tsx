import { useQuery } from '@apollo/client/react'
import { Suspense } from 'react'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { type PageText, sectionOf } from '~/features/texts/sections'
import { lazyOptional } from '~/lib/lazyOptional'
import { Badge } from '~/ui/Badge'
import { ErrorState } from '~/ui/ErrorState'
import { Container, Section } from '~/ui/Layout'
import { RichText } from '~/ui/RichText'
import { Scene } from '~/ui/Scene'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { Tabs } from '~/ui/Tabs'
import { SoftwareTextDocument } from './SoftwareText.gen'
import { SuiteDrawing } from './SuiteDrawing'
import { SuiteStatus } from './SuiteStatus'
import { isSuiteId, type SuiteId, suiteIds } from './suiteIds'

// Optional sections: a failure to load leaves them out.
const SuitePanel = lazyOptional(() => import('./SuitePanel'))
const SuiteFilm = lazyOptional(() => import('./SuiteFilm'))

export const loader = () => ({ query: SoftwareTextDocument })

/** The software suite: what exists, what is announced, and code that runs today. */
export default function SoftwarePage() {
  const own = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, refetch } = useQuery(own.query)
  const text = data?.text
  const [lead, today, film] = [sectionOf(text, 'lead'), sectionOf(text, 'today'), sectionOf(text, 'film')]
  const shown = suiteIds.map((id) => sectionOf(text, id)).filter(({ title }) => title)
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const tab = isSuiteId(asked) ? asked : 'control'
  return (
    <>
      <section aria-labelledby="software" className="border-b">
        <Container className="grid gap-x-8 gap-y-14 py-16 lg:grid-cols-12 lg:items-center lg:py-24">
          <div className="lg:col-span-6">
            {shown.length > 0 && (
              <div className="mb-6">
                <Badge>Coming Soon</Badge>
              </div>
            )}
            <h1 id="software" className="display">
              {text?.title ?? 'Software'}
            </h1>
            {text ? (
              <RichText html={lead.html} className="mt-8 max-w-[46ch] text-lead" />
            ) : error ? (
              <ErrorState title="Couldn't load this page." onRetry={() => void refetch().catch(() => {})} />
            ) : (
              <Loading label="Loading the page">
                <Skeleton className="mt-8 h-28 max-w-[46ch]" />
              </Loading>
            )}
          </div>
          {shown.length > 0 && (
            <div className="lg:col-span-6">
              <SuiteDrawing />
            </div>
          )}
        </Container>
      </section>
      <Scene
        name="workbench"
        alt="A laboratory bench: a fixed arm, the 3D camera with its controller, and a teach pendant"
      />
      <Section tight>
        {today.title && (
          <div className="grid gap-x-8 gap-y-6 lg:grid-cols-12">
            <h2 className="lg:col-span-3">{today.title}</h2>
            <div className="lg:col-span-9">
              <SuiteStatus part={today} />
            </div>
          </div>
        )}
      </Section>
      {shown.length > 0 && (
        <Section tight className="pt-0">
          <Tabs
            label="Parts of the suite"
            value={shown.some(({ anchor }) => anchor === tab) ? tab : (shown[0]?.anchor ?? tab)}
            onChange={(id) => setParams({ tab: id }, { replace: true })}
            tabs={shown.map(({ anchor: id, label, title }) => ({
              id,
              label: label || title,
              content: (
                <Suspense>
                  <SuitePanel id={id as SuiteId} text={text as PageText} />
                </Suspense>
              ),
            }))}
          />
        </Section>
      )}
      {film.title && (
        <Section tight className="pt-0">
          <Suspense>
            <SuiteFilm part={film} />
          </Suspense>
        </Section>
      )}
    </>
  )
}
