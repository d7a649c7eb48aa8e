import { useEffect, useState } from 'react'

const resultShownMs = 3000

/** Copies text to the clipboard. The result is shown for three seconds; `copy` returns whether it succeeded. */
export function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), resultShownMs)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
      return true
    } catch {
      // Permission was denied, or there is no clipboard API over plain HTTP.
      setOutcome('failed')
      return false
    }
  }
  return { outcome, copy }
}
