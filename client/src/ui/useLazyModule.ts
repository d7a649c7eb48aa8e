import { useState } from 'react'
import { loadOnDemand } from '~/lib/chunks'
import { toast } from './toasts'

/**
 * A part of the page whose code is loaded on demand. A failure is shown, and asking again tries again (lib/chunks.ts); `load`
 * has to be the same function every time.
 */
export function useLazyModule<Module extends object>(load: () => Promise<Module>) {
  const [part, setPart] = useState<Module>()
  async function loadModule(): Promise<boolean> {
    try {
      setPart(await loadOnDemand(load))
      return true
    } catch {
      toast.error("Couldn't load this part of the page. Check your connection and try again.")
      return false
    }
  }
  return { part, load: loadModule }
}
