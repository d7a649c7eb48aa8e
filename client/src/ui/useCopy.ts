import { useEffect, useState } from 'react'

const toldFor = 3000

/** Puts text on the clipboard. What became of it is told for three seconds; `copy` answers whether it went well. */
export function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), toldFor)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
      return true
    } catch {
      // Refused, or there is no clipboard because the page came over plain HTTP.
      setOutcome('failed')
      return false
    }
  }
  return { outcome, copy }
}
