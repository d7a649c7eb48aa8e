import { useState } from 'react'
import { loadOnDemand } from '~/lib/chunks'
import { toast } from './toasts'

/**
 * A part of the page whose code is loaded on demand. A failure is shown, and asking again tries again (lib/chunks.ts); `load`
 * has to be the same function every time.
 */
export function useLater<Part extends object>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part>()
  async function want(): Promise<boolean> {
    try {
      setPart(await loadOnDemand(load))
      return true
    } catch {
      toast.error("Couldn't load this part of the page. Check your connection and try again.")
      return false
    }
  }
  return { part, want }
}
