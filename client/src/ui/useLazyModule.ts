import { useState } from 'react'
import { loadOnDemand } from '~/lib/chunks'
import { toast } from './toasts'

/**
 * Loads a module on demand. A failure shows a toast, and calling `load` again retries (lib/chunks.ts). The argument
 * must be the same function every time.
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
