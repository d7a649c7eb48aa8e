import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '~/lib/apollo'
import { onReconnect } from '~/lib/connection'
import { planPath } from './address'
import { CellPlanDocument, type CellPlanQuery } from './Plan.gen'
import { inputOf, type Plan } from './plan'

export type PlanResult = CellPlanQuery['cellPlan']

/** A plan and its result. */
export type CalculatedPlan = { plan: Plan; result: PlanResult }

/**
 * Calculates a plan whenever it changes: one request at a time, then only for the latest plan. `first` is the page's
 * initial result; the last result stays until the next one has loaded.
 */
export function usePlanResult(plan: Plan, first: CalculatedPlan | undefined) {
  const client = useApolloClient()
  const [calculated, setCalculated] = useState(first)
  const [failure, setFailure] = useState<string | null>(null)
  const [waiting, setWaiting] = useState(false)
  const latest = useRef(plan)
  const requesting = useRef(false)
  const known = useRef(first ? planPath(first.plan) : '')
  const live = useRef(true)

  const calculate = useCallback(async () => {
    if (requesting.current) return
    requesting.current = true
    while (live.current && planPath(latest.current) !== known.current) {
      const requested = latest.current
      setWaiting(true)
      try {
        const { data } = await client.query({
          query: CellPlanDocument,
          variables: { input: inputOf(requested) },
          fetchPolicy: 'no-cache',
        })
        if (!data) throw new Error('no answer')
        known.current = planPath(requested)
        if (!live.current) break
        setCalculated({ plan: requested, result: data.cellPlan })
        setFailure(null)
      } catch (error) {
        // The plan has changed meanwhile and is calculated next.
        if (latest.current !== requested) continue
        if (live.current) setFailure(errorMessage(error, "Couldn't calculate this plan. Please try again."))
        break
      }
    }
    requesting.current = false
    if (live.current) setWaiting(false)
  }, [client])

  useEffect(() => {
    latest.current = plan
    void calculate()
  }, [plan, calculate])
  useEffect(() => {
    live.current = true
    const leave = onReconnect(() => void calculate())
    return () => {
      live.current = false
      leave()
    }
  }, [calculate])

  return { calculated, failure, waiting, retry: () => void calculate() }
}
