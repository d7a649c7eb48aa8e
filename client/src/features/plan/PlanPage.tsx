import { useQuery } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { pages } from '~/app/pages'
import { errorMessage } from '~/lib/apollo'
import { loadOnDemand } from '~/lib/chunks'
import { useHead } from '~/lib/head'
import type { LoaderArgs } from '~/lib/loader'
import { ErrorState } from '~/ui/ErrorState'
import { Container } from '~/ui/Layout'
import { Skeleton } from '~/ui/Skeleton'
import { type Fault, readPlan } from './address'
import { PlanDrawing } from './drawing/PlanDrawing'
import { boundsOf, cellOf, type Parts, poseOf, restOf } from './geometry'
import { CellPartsDocument, CellPlanDocument } from './Plan.gen'
import { example, inputOf, type Plan, startWith } from './plan'
import { Results } from './Results'
import type { PlanResult } from './usePlanResult'

const importPlanner = () => import('./Planner')
type Part = Awaited<ReturnType<typeof importPlanner>>

/** The plan in the address, or the example with the arm that it names, and the error if it is invalid. */
function asked(params: URLSearchParams): { plan: Plan; fault?: Fault } {
  const plan = readPlan(params)
  const arm = params.get('arm')
  if (plan === null) return { plan: arm && /^[1-9]\d{0,6}$/.test(arm) ? startWith(arm) : example }
  return typeof plan === 'string' ? { plan: example, fault: plan } : { plan }
}

export const loader = ({ request }: LoaderArgs) =>
  [
    { query: CellPartsDocument },
    {
      query: CellPlanDocument,
      variables: { input: inputOf(asked(new URL(request.url).searchParams).plan) },
    },
  ] as const

/** A robot cell planner. The server renders its drawing and results; the controls load later (Planner.tsx). */
export default function PlanPage() {
  const [params] = useSearchParams()
  const { plan, fault } = asked(params)
  const otherPlan = readPlan(params, 'q')
  useHead({ ...pages.plan, canonical: pages.plan.path })
  // Later plans are requested by the planner; the page's own queries are those of the first address.
  const loaded = useLoaderData<ReturnType<typeof loader>>()
  const [[ofParts, ofPlan]] = useState(loaded)
  const [opened] = useState(plan)
  const parts = useQuery(ofParts.query)
  const first = useQuery(ofPlan.query, ofPlan)
  const [planner, setPlanner] = useState<Part | 'failed'>()
  const load = () => {
    setPlanner(undefined)
    loadOnDemand(importPlanner).then(setPlanner, () => setPlanner('failed'))
  }
  useEffect(load, [])

  const known = parts.data?.cellParts
  const result = first.data?.cellPlan
  const error = parts.data ? undefined : parts.error
  // The planner stays while a query that has failed is sent again.
  const answered = useRef<unknown>(undefined)
  answered.current ||= result || first.error
  return (
    <Container className="pt-10 pb-section md:pt-14">
      <h1>Plan a robot cell</h1>
      <p className="mt-4 max-w-prose text-lead text-muted">
        Choose the machine, drag the points, and see at once whether it reaches, how fast it is and what it
        costs.
      </p>
      <div className="mt-8">
        {error ? (
          <ErrorState
            title="Couldn't load the planner"
            message={errorMessage(error)}
            onRetry={() => {
              parts.refetch()
              first.refetch()
            }}
          />
        ) : typeof planner === 'object' && known && answered.current ? (
          <planner.Planner
            shown={plan}
            otherPlan={typeof otherPlan === 'object' ? (otherPlan ?? undefined) : undefined}
            fault={fault ?? (typeof otherPlan === 'string' ? otherPlan : undefined)}
            parts={known}
            first={result && { plan: opened, result: result }}
          />
        ) : (
          <>
            {planner === 'failed' && (
              <ErrorState
                title="Couldn't load the planner's controls"
                message="Check your connection and try again."
                onRetry={load}
              />
            )}
            <StaticPlan plan={plan} parts={known} result={result} />
          </>
        )}
      </div>
    </Container>
  )
}

/** The plan before the planner has loaded. */
function StaticPlan({ plan, parts, result }: { plan: Plan; parts?: Parts; result?: PlanResult }) {
  const cell = parts && cellOf(plan, parts)
  const pick = cell && result?.cycle?.pick
  return (
    <div className="grid gap-8 lg:grid-cols-12">
      <div className="grid content-start gap-4 max-lg:hidden lg:col-span-3">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
      <div className="min-w-0 lg:col-span-6">
        {cell ? (
          <div className="bg-plate">
            <PlanDrawing
              plan={plan}
              cell={cell}
              bounds={boundsOf(plan, cell)}
              moment={{ pose: pick ? poseOf(cell, pick, plan.part.width) : restOf(cell), part: 'pick' }}
              dimmed={!pick}
            />
          </div>
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
      <div className="min-w-0 lg:col-span-3">
        {result ? <Results result={result} wanted={plan.partsPerHour} /> : <Skeleton className="h-96" />}
      </div>
    </div>
  )
}
