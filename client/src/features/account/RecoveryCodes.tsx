import type { ReactNode } from 'react'
import { CopyButton } from '~/ui/CopyButton'
import { FormResult } from '~/ui/FormResult'

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, action }: { codes: string[]; action: ReactNode }) {
  return (
    <FormResult
      title="Save your recovery codes"
      action={
        <>
          {action}
          <CopyButton label="Copy recovery codes" caption="Copy" text={() => codes.join('\n')} />
        </>
      }
    >
      <p>
        Each code works once if you lose your app. Save them with your passwords: they won't be shown again.
      </p>
      <ul className="grid gap-2 font-mono text-small text-fg select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </FormResult>
  )
}
