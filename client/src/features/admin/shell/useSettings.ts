import { useSyncExternalStore } from 'react'
import { type Settings, setSettings, settings } from '~/lib/settings'

const event = 'settings'

function subscribe(changed: () => void) {
  addEventListener(event, changed)
  return () => removeEventListener(event, changed)
}

/** The settings of the shop, including changes made in this tab. The shop's own pages read them when they load. */
export const useSettings = () => useSyncExternalStore(subscribe, settings)

/** Applies the published settings. */
export function publish(next: Settings): void {
  setSettings(next)
  dispatchEvent(new Event(event))
  document.adoptedStyleSheets = [] // another announcement has not been closed
}
