import { useMutation } from '@apollo/client/react'
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
  const [renew] = useMutation(RecoveryCodesRenewDocument)
  const [end] = useMutation(SecondFactorEndDocument)
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
        act={async (input, button) => {
          if (button === 'renew') {
            const { data } = await renew({ variables: { input } })
            const { recoveryCodes = [], userErrors = [] } = data?.recoveryCodesRenew ?? {}
            if (recoveryCodes.length > 0) onCodes(recoveryCodes)
            return userErrors
          }
          const { data } = await end({ variables: { input } })
          if (data?.secondFactorEnd.user) toast.success('Two-step sign-in is off')
          return data?.secondFactorEnd.userErrors ?? []
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
