import './playground.css'
import { useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { ButtonLink } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { CornerTicks, Section } from '~/ui/Layout'
import { KeyForm } from './KeyForm'
import { usePastedKey } from './usePastedKey'
import { Workbench } from './Workbench'

/** GraphiQL for staff and for holders of an API key. */
export default function PlaygroundPage() {
  const { user } = useAuth()
  const { key, paste, remove } = usePastedKey()
  const [pasting, setPasting] = useState(false)
  const admin = user?.role === 'ADMIN' ? user : null

  if (!key && !admin) return <Gate denied={user !== null} onKey={paste} />
  return (
    <div className="playground">
      <Workbench apiKey={key} account={admin?.email} onPaste={() => setPasting(true)} onRemove={remove} />
      <Dialog open={pasting} onClose={() => setPasting(false)} title="Use an API key">
        <KeyForm
          onKey={(pasted) => {
            setPasting(false)
            paste(pasted)
          }}
        />
      </Dialog>
    </div>
  )
}

/** Shown to callers without access. A customer's account is not enough, as for the administration. */
function Gate({ denied, onKey }: { denied: boolean; onKey: (key: string) => void }) {
  return (
    <div className="playground">
      <Section tight>
        <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
          <div className="lg:col-span-6">
            {denied && <p className="label mb-6 text-signal uppercase">403</p>}
            <h1>{denied ? 'Access Denied' : 'Playground'}</h1>
            <p className="mt-6 mb-10 max-w-prose text-lead text-muted">
              {denied
                ? "You don't have permission to access this page. You can still use the playground with an API key."
                : 'Write and run GraphQL operations with the documentation beside them. Sign in as an administrator, or paste an API key.'}
            </p>
            {!denied && (
              <ButtonLink
                to={paths.login}
                state={{ from: paths.playground } satisfies FromState}
                variant="primary"
              >
                Sign in
              </ButtonLink>
            )}
          </div>
          <CornerTicks className="bg-plate p-6 sm:p-10 lg:col-span-5 lg:col-start-8">
            <h2 className="mb-6 text-lead">Use an API key</h2>
            <KeyForm onKey={onKey} />
          </CornerTicks>
        </div>
      </Section>
    </div>
  )
}
