import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { DateText } from '~/ui/DateText'
import { toast } from '~/ui/toasts'
import { ConfirmIdentityForm } from './ConfirmIdentityForm'
import { RecoveryCodesRenewDocument, SecondFactorEndDocument } from './SecondFactor.gen'

/** Actions while two-step sign-in is on. */
export function SecondFactorManage({
  email,
  since,
  recoveryCodes,
  onCodes,
}: {
  email: string
  since: string
  /** How many recovery codes are left. */
  recoveryCodes: number
  onCodes: (codes: string[]) => void
}) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <Status tone="ok">On</Status>
        <p className="text-muted">
          Since <DateText value={since} />.{' '}
          {recoveryCodes === 1 ? '1 recovery code' : `${recoveryCodes} recovery codes`} left.
        </p>
      </div>
      <ConfirmIdentityForm
        email={email}
        codeHint="The six-digit code from your app, or a recovery code."
        act={async (send, input, button) => {
          if (button === 'renew') {
            const payload = await send(RecoveryCodesRenewDocument, input)
            if (payload?.recoveryCodes.length) onCodes(payload.recoveryCodes)
            return payload
          }
          const payload = await send(SecondFactorEndDocument, input)
          if (payload?.user) toast.success('Two-step sign-in is off')
          return payload
        }}
      >
        {(working) => (
          <>
            <Button type="submit" value="renew" disabled={working}>
              Create new recovery codes
            </Button>
            <Button type="submit" value="end" variant="danger" disabled={working}>
              Turn off
            </Button>
          </>
        )}
      </ConfirmIdentityForm>
    </div>
  )
}
