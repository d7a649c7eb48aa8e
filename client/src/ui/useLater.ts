import { useState } from 'react'
import { toast } from './toasts'

/** A part of the page whose code comes when it is wanted. A failure is told, and the next wish tries again. */
export function useLater<Part extends object>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part>()
  async function want(): Promise<boolean> {
    try {
      setPart(await load())
      return true
    } catch {
      toast.error('This part of the page could not be loaded. Check your connection and try again.')
      return false
    }
  }
  return { part, want }
}
