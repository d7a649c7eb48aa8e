import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the network is gone for as long as it is. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!online && (
        <p className="bg-warn px-4 py-2 text-center text-small font-semibold text-ink">
          You are offline. What you see may be out of date; nothing can be sent until you are back.
        </p>
      )}
    </div>
  )
}
