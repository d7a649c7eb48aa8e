import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { errorMessage } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { CopyButton } from '~/ui/CopyButton'
import { FormMessage } from '~/ui/FormMessage'
import { ConfirmIdentityForm } from './ConfirmIdentityForm'
import {
  SecondFactorBeginDocument,
  type SecondFactorBeginMutation,
  SecondFactorConfirmDocument,
} from './SecondFactor.gen'

type Setup = NonNullable<SecondFactorBeginMutation['secondFactorBegin']['setup']>

/** Turns two-step sign-in on: shows a secret for the app and verifies a code from it. */
export function SecondFactorSetup({
  email,
  required,
  onCodes,
}: {
  email: string
  /** Whether the user's role requires it. */
  required: boolean
  onCodes: (codes: string[]) => void
}) {
  const [begin, { loading }] = useMutation(SecondFactorBeginDocument)
  const [setup, setSetup] = useState<Setup>()
  const [failure, setFailure] = useState<string>()

  async function start() {
    setFailure(undefined)
    try {
      const { data } = await begin()
      setSetup(data?.secondFactorBegin.setup ?? undefined)
      setFailure(data?.secondFactorBegin.userErrors[0]?.message)
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  if (!setup)
    return (
      <div className="grid gap-6">
        <p className="text-muted">
          {required
            ? 'Your role requires two-step sign-in. Set it up to open the admin area.'
            : 'Off. Anyone with your password can sign in.'}
        </p>
        <div>
          <FormMessage failure={failure} />
          <Button variant="primary" onClick={start} loading={loading}>
            Set up two-step sign-in
          </Button>
        </div>
      </div>
    )
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <h2 className="text-lead">Scan with your app</h2>
        <QRCode setup={setup} />
        <p className="text-small text-muted">
          Or enter this key, or{' '}
          <a href={setup.uri} className="text-fg underline hover:text-signal">
            open it on this device
          </a>
          .
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 font-mono text-small wrap-anywhere select-all">
            {setup.secret.match(/.{4}/g)?.join(' ')}
          </p>
          <CopyButton label="Copy key" caption="Copy" text={() => setup.secret} />
        </div>
      </div>
      <ConfirmIdentityForm
        email={email}
        codeHint="The six-digit code from your app."
        act={async (send, input) => {
          const payload = await send(SecondFactorConfirmDocument, input)
          if (payload?.recoveryCodes.length) onCodes(payload.recoveryCodes)
          return payload
        }}
      >
        {(working) => (
          <Button type="submit" variant="primary" loading={working} loadingText="Turning on...">
            Turn on
          </Button>
        )}
      </ConfirmIdentityForm>
    </div>
  )
}

/** Dark on light, with the quiet zone of four modules that readers need. */
function QRCode({ setup: { qrSize, qrPath } }: { setup: Setup }) {
  const side = qrSize + 8
  return (
    <svg
      viewBox={`-4 -4 ${side} ${side}`}
      width="224"
      height="224"
      role="img"
      aria-label="QR code for your app"
    >
      <path d={`M-4-4h${side}v${side}h${-side}z`} className="text-fg" fill="currentColor" />
      <path d={qrPath} className="text-ink" fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
