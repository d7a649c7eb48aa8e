import { useSyncExternalStore } from 'react'
import { type Settings, setSettings, settings } from '~/lib/settings'

const event = 'settings'

function subscribe(changed: () => void) {
  addEventListener(event, changed)
  return () => removeEventListener(event, changed)
}

/** The settings of the shop, followed while they are changed in this tab. Pages of the shop read them when they are opened. */
export const useSettings = () => useSyncExternalStore(subscribe, settings)

/** Sets what visitors know now. */
export function publish(next: Settings): void {
  setSettings(next)
  dispatchEvent(new Event(event))
  document.adoptedStyleSheets = [] // another announcement has not been closed
}
