import { useRef } from 'react'
import type { UserError } from './forms'
import { newIdempotencyKey } from './idempotencyKey'

/** What a form's request led to; `failure` is the message if there are no userErrors. */
export type SendResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; errors: readonly UserError[]; failure: string }

/**
 * Sends a form's values with an idempotency key, which is kept until it succeeds: values sent again after a lost
 * response take effect once. Never rejects; returns null while another request is running, so that a double click sends
 * once.
 */
export function useIdempotentSend<Args extends unknown[], Value>(
  send: (idempotencyKey: string, ...args: Args) => Promise<SendResult<Value>>,
  failureOf: (error: unknown) => string,
): (...args: Args) => Promise<SendResult<Value> | null> {
  const sending = useRef(false)
  const key = useRef('')
  return async (...args) => {
    if (sending.current) return null
    sending.current = true
    key.current ||= newIdempotencyKey()
    try {
      const result = await send(key.current, ...args)
      if (result.ok) key.current = ''
      return result
    } catch (error) {
      return { ok: false, errors: [], failure: failureOf(error) }
    } finally {
      sending.current = false
    }
  }
}
