import { useRef, useState } from 'react'
import { serverMessage } from '~/lib/apollo'

type Outcome = { failure?: string; success?: string }

/** Does one thing at a time and keeps what became of it, to be told where a toast would not be seen. */
export function useRun() {
  const [outcome, setOutcome] = useState<Outcome>({})
  const busy = useRef(false)

  /** `act` answers what the server refused. */
  async function run(
    act: () => Promise<readonly { message: string }[] | undefined>,
    { done, failed }: { done: string; failed: string },
  ) {
    if (busy.current) return
    busy.current = true
    setOutcome({})
    try {
      const refusals = await act()
      if (refusals?.length === 0) setOutcome({ success: done })
      else setOutcome({ failure: [failed, refusals?.[0]?.message].filter(Boolean).join(' ') })
    } catch (error) {
      setOutcome({ failure: [failed, serverMessage(error)].filter(Boolean).join(' ') })
    } finally {
      busy.current = false
    }
  }
  return { run, outcome }
}
