import { useRef } from 'react'
import { serverMessage } from '~/lib/apollo'
import { toast } from '~/ui/toasts'

/** Does one thing at a time and tells what became of it. */
export function useRun() {
  const busy = useRef(false)

  /** `act` answers what the server refused. */
  async function run(
    act: () => Promise<readonly { message: string }[] | undefined>,
    { done, failed }: { done: string; failed: string },
  ) {
    if (busy.current) return
    busy.current = true
    try {
      const refusals = await act()
      if (refusals?.length === 0) toast.success(done)
      else toast.error([failed, refusals?.[0]?.message].filter(Boolean).join(' '))
    } catch (error) {
      toast.error([failed, serverMessage(error)].filter(Boolean).join(' '))
    } finally {
      busy.current = false
    }
  }
  return run
}
