import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { rowButton } from '~/features/admin/kit/controls'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { useSend } from '~/features/admin/kit/useAction'
import { Parts, When } from '~/features/admin/kit/values'
import { formatCount } from '~/lib/format'
import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { AddKey } from './AddKey'
import { AdminKeysDocument, type AdminKeysQuery } from './AdminKeys.gen'
import { ApiKeyRevokeDocument } from './KeyEdits.gen'
import { isOfKeys, scopes } from './scopes'

type Key = AdminKeysQuery['apiKeys']['nodes'][number]

const expired = ({ expiresAt }: Key) => expiresAt !== null && new Date(expiresAt).getTime() <= Date.now()

function State({ of }: { of: Key }) {
  if (of.revokedAt) return <Status>Revoked</Status>
  return expired(of) ? <Status>Expired</Status> : <Status tone="ok">Active</Status>
}

const scopesOf = (key: Key) =>
  key.scopes
    .filter(isOfKeys)
    .map((scope) => scopes[scope].name)
    .join(', ')

const whenOrNever = (at: string | null) =>
  at ? <When value={at} short /> : <span className="text-faint">Never</span>

/** The API keys of partners' programs. */
export default function KeysScreen() {
  const [asked, setAsked] = useState<Key | null>(null)
  const send = useSend()
  return (
    <ListScreen
      title="API keys"
      query={AdminKeysDocument}
      paging="cursor"
      failed="Failed to load API keys."
      none={{
        title: 'No API keys yet',
        message: 'Create one per integration.',
      }}
      action={<AddKey />}
      columns={[
        {
          header: 'Name',
          cut: ({ name, hint }) => `${name}, ${hint}…`,
          cell: ({ name, hint }) => (
            <Parts>
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="label text-faint">{hint}…</span>
            </Parts>
          ),
        },
        {
          header: 'Scopes',
          cut: scopesOf,
          cell: (key) => scopesOf(key) || <span className="text-faint">Public only</span>,
        },
        {
          header: 'Per minute',
          cut: ({ requests, cost }) => `${formatCount(requests)} requests, ${formatCount(cost)} cost`,
          cell: ({ requests, cost }) => (
            <Parts>
              <span className="label">{formatCount(requests)} requests</span>
              <span className="label text-faint">{formatCount(cost)} cost</span>
            </Parts>
          ),
        },
        { header: 'Last used', cell: ({ lastUsedAt }) => whenOrNever(lastUsedAt) },
        { header: 'Expires', cell: ({ expiresAt }) => whenOrNever(expiresAt) },
        { header: 'State', cell: (key) => <State of={key} /> },
        {
          header: 'Actions',
          cell: (key) =>
            !key.revokedAt && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Revoke ${key.name}`}
                onClick={() => setAsked(key)}
                className={rowButton}
              >
                Revoke
              </Button>
            ),
        },
      ]}
    >
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Revoke ${asked?.name}?`}
        action="Revoke key"
        working="Revoking..."
        failed="Failed to revoke API key."
        done={`${asked?.name} was revoked`}
        act={() => send(ApiKeyRevokeDocument, { id: asked?.id ?? '' })}
      >
        <p>Requests that use this key will be rejected. This can't be undone.</p>
      </Confirm>
    </ListScreen>
  )
}
