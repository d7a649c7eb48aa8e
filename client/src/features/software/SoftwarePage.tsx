import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Badge } from '~/ui/Badge'
import { Container, Section } from '~/ui/Layout'
import { Scene } from '~/ui/Scene'
import { Tabs } from '~/ui/Tabs'
import { State } from './State'
import { SuiteDrawing } from './SuiteDrawing'
import { SuitePanel } from './SuitePanel'
import { isSuiteId, suites } from './suites'

// The page is whole without it.
const SuiteFilm = lazy(() => import('./SuiteFilm').catch(() => ({ default: () => null })))

/** The software suite: what exists, what is coming, and code that runs today. */
export default function SoftwarePage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const tab = isSuiteId(asked) ? asked : 'control'
  return (
    <>
      <section aria-labelledby="software" className="border-b">
        <Container className="grid gap-x-8 gap-y-14 py-16 lg:grid-cols-12 lg:items-center lg:py-24">
          <div className="lg:col-span-6">
            <div className="mb-6">
              <Badge>Coming Soon</Badge>
            </div>
            <h1 id="software" className="display">
              Software
            </h1>
            <p className="mt-8 max-w-[46ch] text-lead">
              One job list, three views: code, blocks and mobile. The suite is coming soon. Drivers, libraries
              and interfaces are available today.
            </p>
          </div>
          <div className="lg:col-span-6">
            <SuiteDrawing />
          </div>
        </Container>
      </section>
      <Section tight>
        <div className="mb-10">
          <Scene name="workbench" alt="A fixed arm on a workbench, its teach pendant beside two cartons" />
        </div>
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-12">
          <h2 className="lg:col-span-3">Available today</h2>
          <div className="lg:col-span-9">
            <State />
          </div>
        </div>
      </Section>
      <Section tight className="pt-0">
        <Tabs
          label="Parts of the suite"
          value={tab}
          onChange={(id) => setParams({ tab: id }, { replace: true })}
          tabs={suites.map((suite) => ({
            id: suite.id,
            label: suite.label,
            content: <SuitePanel suite={suite} />,
          }))}
        />
      </Section>
      <Section tight className="pt-0">
        <Suspense>
          <SuiteFilm />
        </Suspense>
      </Section>
    </>
  )
}
