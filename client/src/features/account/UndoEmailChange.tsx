import { useMutation } from '@apollo/client/react'
import { errorMessage } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import { EmailChangeUndoDocument } from './EmailChangeUndo.gen'

/** Why a link failed. */
export type BadUndoLink = 'invalid' | 'used' | 'taken'

const reasons: Partial<Record<string, BadUndoLink>> = { NOT_ALLOWED: 'used', TAKEN: 'taken' }

/** Undoes a change of address. It needs a click, because mail scanners open links. */
export function UndoEmailChange({
  token,
  onUndone,
  onBadLink,
}: {
  token: string
  onUndone: (restored: { email: string; resetToken: string }) => void
  onBadLink: (why: BadUndoLink) => void
}) {
  const [undo, { loading, error }] = useMutation(EmailChangeUndoDocument)

  async function send() {
    const { data } = await undo({ variables: { input: { token } } }).catch(() => ({ data: undefined }))
    if (!data) return
    const { email, passwordResetToken, userErrors } = data.emailChangeUndo
    if (email && passwordResetToken) return onUndone({ email, resetToken: passwordResetToken })
    onBadLink(reasons[userErrors[0]?.code ?? ''] ?? 'invalid')
  }

  return (
    <div>
      <p className="mb-8 max-w-prose text-muted">
        This restores your previous email address and signs you out everywhere. Then set a new password.
      </p>
      <FormMessage failure={error && errorMessage(error, "Couldn't undo the change. Please try again.")} />
      <Button variant="primary" onClick={send} loading={loading} loadingText="Undoing..." className="w-full">
        Undo change
      </Button>
    </div>
  )
}
