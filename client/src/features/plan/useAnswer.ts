import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '~/lib/apollo'
import { onReconnect } from '~/lib/connection'
import { planPath } from './address'
import { CellPlanDocument, type CellPlanQuery } from './Plan.gen'
import { inputOf, type Plan } from './plan'

export type Answer = CellPlanQuery['cellPlan']

/** What the graph says of a plan. */
export type Answered = { plan: Plan; answer: Answer }

/**
 * Follows a plan with answers: one request at a time, and then for the latest plan alone. `first` is the answer that the page came with;
 * what was said last stays until the next answer.
 */
export function useAnswer(plan: Plan, first: Answered | undefined) {
  const client = useApolloClient()
  const [said, setSaid] = useState(first)
  const [failure, setFailure] = useState<string | null>(null)
  const [waiting, setWaiting] = useState(false)
  const latest = useRef(plan)
  const asking = useRef(false)
  const known = useRef(first ? planPath(first.plan) : '')
  const live = useRef(true)

  const ask = useCallback(async () => {
    if (asking.current) return
    asking.current = true
    while (live.current && planPath(latest.current) !== known.current) {
      const asked = latest.current
      setWaiting(true)
      try {
        const { data } = await client.query({
          query: CellPlanDocument,
          variables: { input: inputOf(asked) },
          fetchPolicy: 'no-cache',
        })
        if (!data) throw new Error('no answer')
        known.current = planPath(asked)
        if (!live.current) break
        setSaid({ plan: asked, answer: data.cellPlan })
        setFailure(null)
      } catch (error) {
        // A plan that was changed meanwhile is asked about next.
        if (latest.current !== asked) continue
        if (live.current) setFailure(messageOf(error) ?? "Couldn't calculate this plan. Please try again.")
        break
      }
    }
    asking.current = false
    if (live.current) setWaiting(false)
  }, [client])

  useEffect(() => {
    latest.current = plan
    void ask()
  }, [plan, ask])
  useEffect(() => {
    live.current = true
    const leave = onReconnect(() => void ask())
    return () => {
      live.current = false
      leave()
    }
  }, [ask])

  return { said, failure, waiting, retry: () => void ask() }
}
