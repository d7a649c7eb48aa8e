import { useEffect, useRef, useState } from 'react'
import { useLiveSubscription } from '~/lib/useLiveSubscription'
import { NewsDocument } from './News.gen'

/** The time for which a new row is highlighted, in ms. */
const freshFor = 6000

/** The time within which events cause one refetch, in ms. */
const calm = 500

/** The new rows of a list since it was opened. */
export type News = {
  /** IDs of rows that have just been added. */
  fresh: ReadonlySet<string>
  /** The number of new rows that the current view doesn't show. */
  waiting: number
}

/**
 * Keeps a list current: events that concern it refetch it. New rows are highlighted when the list shows its beginning,
 * and counted otherwise. `created` and `changed` are kinds of events; `place` identifies the view.
 */
export function useNews({
  created,
  changed,
  beginning,
  place,
  refetch,
}: {
  created: string
  changed: readonly string[]
  /** Whether the current view shows the newest rows. */
  beginning: boolean
  place: string
  refetch: () => Promise<unknown>
}): News {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const [waiting, setWaiting] = useState({ place, count: 0 })
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  const asking = useRef(false)
  useEffect(() => {
    const all = timers.current
    return () => {
      for (const timer of all) clearTimeout(timer)
    }
  }, [])

  function after(pause: number, act: () => void) {
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      act()
    }, pause)
    timers.current.add(timer)
  }
  function ask() {
    if (asking.current) return
    asking.current = true
    after(calm, () => {
      asking.current = false
      void refetch().catch(() => undefined)
    })
  }
  function arrive(id: string) {
    setFresh((before) => new Set(before).add(id))
    after(freshFor, () =>
      setFresh((before) => {
        const rest = new Set(before)
        rest.delete(id)
        return rest
      }),
    )
  }

  useLiveSubscription(
    NewsDocument,
    { kinds: [created, ...changed] },
    {
      onData: ({ eventAdded: { node } }) => {
        if (node.kind === created && beginning) arrive(node.objectId)
        if (node.kind === created && !beginning)
          setWaiting((before) => ({ place, count: before.place === place ? before.count + 1 : 1 }))
        else ask()
      },
      onMissed: ask,
    },
  )
  return { fresh, waiting: !beginning && waiting.place === place ? waiting.count : 0 }
}
