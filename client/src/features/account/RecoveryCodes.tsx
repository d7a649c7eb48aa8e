import type { ReactNode } from 'react'
import { CopyButton } from '~/ui/CopyButton'
import { Outcome } from '~/ui/Outcome'

/** Recovery codes, which are told this once. */
export function RecoveryCodes({ codes, action }: { codes: string[]; action: ReactNode }) {
  return (
    <Outcome
      title="Keep your recovery codes"
      action={
        <>
          {action}
          <CopyButton label="Copy the recovery codes" caption="Copy" text={() => codes.join('\n')} />
        </>
      }
    >
      <p>
        Each signs you in once when your app is out of reach. Keep them where you keep passwords: they are
        shown this once and can't be read again.
      </p>
      <ul className="grid gap-2 font-mono text-small text-fg select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Outcome>
  )
}
