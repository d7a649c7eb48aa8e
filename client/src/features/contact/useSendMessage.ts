import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { isNetworkError, serverMessage } from '~/lib/apollo'
import { newIdempotencyKey } from '~/lib/idempotencyKey'
import type { SessionKey } from '~/lib/storage'
import type { SendResult } from '~/lib/useIdempotentSend'
import { useGone } from '~/ui/useGone'
import { ContactMessageCreateDocument } from './ContactMessageCreate.gen'
import type { ContactValues } from './contactSchema'

const sendingAtLeast = 1500

/**
 * The idempotency key of each form's message, kept after a lost response and while a form that was closed sends: the
 * same message sent again arrives once.
 */
const keys = new Map<SessionKey, string>()

const failed = "Couldn't send your message. Please try again."
const unreachable = "Couldn't send your message: the shop can't be reached. It's saved here. Try again."

/**
 * Sends a message, taking at least 1.5 s so that the button's state is visible. Never rejects; returns null while
 * another one is being sent, so that a double click sends once.
 */
export function useSendMessage(form: SessionKey) {
  const [run] = useMutation(ContactMessageCreateDocument)
  const sending = useRef(false)
  const gone = useGone()
  return useCallback(
    async (input: ContactValues): Promise<SendResult<string | null> | null> => {
      if (sending.current) return null
      sending.current = true
      const [result] = await Promise.all([send(), new Promise((done) => setTimeout(done, sendingAtLeast))])
      sending.current = false
      return result

      async function send(): Promise<SendResult<string | null>> {
        try {
          const idempotencyKey = keys.get(form) ?? newIdempotencyKey()
          keys.set(form, idempotencyKey)
          const { data } = await run({ variables: { input: { ...input, idempotencyKey } } })
          const { received = false, replyBy = null, userErrors = [] } = data?.contactMessageCreate ?? {}
          if (!received) return { ok: false, errors: userErrors, failure: failed }
          // The message may be in the form that was opened since.
          if (!gone.current) keys.delete(form)
          return { ok: true, value: replyBy }
        } catch (error) {
          const failure = serverMessage(error) ?? (isNetworkError(error) ? unreachable : failed)
          return { ok: false, errors: [], failure }
        }
      }
    },
    [run, form, gone],
  )
}
