import { useEffect, useState, useSyncExternalStore } from 'react'
import { connectionStore } from '~/lib/connection'
import { Dot } from '~/ui/Dot'

const texts = {
  offline: "You're offline. This page may be out of date, and nothing can be sent.",
  unreachable: "Can't reach the server. Your input is kept. Retrying...",
  back: "You're back online.",
}
const backFor = 3000

/** Shown while the server can't be reached, and briefly after it can again. */
export function OfflineBanner() {
  const connection = useSyncExternalStore(
    connectionStore.subscribe,
    connectionStore.get,
    connectionStore.getServerSnapshot,
  )
  const [shown, setShown] = useState<keyof typeof texts>()
  useEffect(() => {
    if (connection !== 'online') return setShown(connection)
    setShown((before) => before && 'back')
    const timer = setTimeout(() => setShown(undefined), backFor)
    return () => clearTimeout(timer)
  }, [connection])
  return (
    <div role="status">
      {shown && (
        <p className="shell flex items-baseline gap-3 border-b py-2.5 text-small text-muted">
          <Dot tone={shown === 'back' ? 'ok' : 'warn'} />
          {texts[shown]}
        </p>
      )}
    </div>
  )
}
