import { useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { serverMessage } from '~/lib/apollo'
import { type Refusal, showRefusals } from '~/lib/forms'

/**
 * Sends a form once at a time. What the server refuses lands on its fields; `failure` is what is wrong with the form as a
 * whole, in the words of `failed` and what the server has to add. `saved` is for ui/Unsaved.
 */
export function useSaving<Values extends FieldValues>(
  failed: string,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
) {
  const [failure, setFailure] = useState<string | null>(null)
  const busy = useRef(false)
  const saved = useRef(false)

  /** `send` answers what was refused, nothing when it was saved. Answers whether it was. */
  async function save(send: () => Promise<readonly Refusal[] | undefined>): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    saved.current = false
    setFailure(null)
    try {
      const refusals = await send()
      if (refusals?.length === 0) {
        saved.current = true
        return true
      }
      const rest = showRefusals(refusals ?? [], fields, setError)
      setFailure(refusals && !rest ? null : [failed, rest].filter(Boolean).join(' '))
    } catch (error) {
      setFailure([failed, serverMessage(error)].filter(Boolean).join(' '))
    } finally {
      busy.current = false
    }
    return false
  }
  return { save, saved, failure, forget: () => setFailure(null) }
}
