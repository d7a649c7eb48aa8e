import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { List } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { PageWays } from '~/features/admin/kit/PageWays'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import type { Column } from '~/features/admin/kit/Table'
import { pageSize, useListView } from '~/features/admin/kit/useListView'
import { When } from '~/features/admin/kit/When'
import { formatCount } from '~/lib/format'
import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { AddKey } from './AddKey'
import { AdminKeysDocument, type AdminKeysQuery } from './AdminKeys.gen'
import { ApiKeyRevokeDocument } from './KeyEdits.gen'
import { scopes } from './scopes'

const failed = 'Failed to load API keys.'

type Key = AdminKeysQuery['apiKeys']['nodes'][number]

const names = ['after'] as const

const expired = ({ expiresAt }: Key) => expiresAt !== null && new Date(expiresAt).getTime() <= Date.now()

function State({ of }: { of: Key }) {
  if (of.revokedAt) return <Status>Revoked</Status>
  return expired(of) ? <Status>Expired</Status> : <Status tone="ok">Works</Status>
}

function columns(onRevoke: (key: Key) => void): Column<Key>[] {
  return [
    {
      header: 'Name',
      cell: ({ name, hint }) => (
        <>
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="label text-faint">{hint}…</span>
        </>
      ),
    },
    {
      header: 'Scopes',
      className: 'md:w-1/4',
      cell: ({ scopes: given }) =>
        given.map((scope) => scopes[scope].name).join(', ') || (
          <span className="text-faint">Public only</span>
        ),
    },
    {
      header: 'A minute',
      cell: ({ requests, cost }) => (
        <span className="label">
          <span className="block whitespace-nowrap">{formatCount(requests)} requests</span>
          <span className="block whitespace-nowrap text-faint">{formatCount(cost)} cost</span>
        </span>
      ),
    },
    {
      header: 'Last used',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <When value={lastUsedAt} /> : <span className="text-faint">Never</span>,
    },
    {
      header: 'Expires',
      cell: ({ expiresAt }) =>
        expiresAt ? <When value={expiresAt} /> : <span className="text-faint">Never</span>,
    },
    { header: 'State', cell: (key) => <State of={key} /> },
    {
      header: 'Actions',
      cell: (key) =>
        !key.revokedAt && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Revoke ${key.name}`}
            onClick={() => onRevoke(key)}
            className="-ml-4"
          >
            Revoke
          </Button>
        ),
    },
  ]
}

/** The keys that partners' programs ask with. */
export function Component() {
  const view = useListView(names)
  const [asked, setAsked] = useState<Key | null>(null)
  const [revoke] = useMutation(ApiKeyRevokeDocument)
  const result = useQuery(AdminKeysDocument, {
    variables: { first: pageSize, after: view.values.after || undefined },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.apiKeys, failed)
  const info = result.data?.apiKeys.pageInfo

  async function act() {
    const { data } = await revoke({ variables: { input: { id: asked?.id ?? '' } } })
    return data?.apiKeyRevoke.userErrors
  }

  return (
    <>
      <ScreenHead title="API keys" action={<AddKey />} />
      <List
        caption="API keys"
        columns={columns(setAsked)}
        list={list}
        view={view}
        none={{
          title: 'No API keys yet',
          message: 'Make one for each program that is to read or change what is not public.',
        }}
        ways={
          <PageWays
            first={view.beyond ? view.hrefFor({}) : undefined}
            next={info?.hasNextPage && info.endCursor ? view.hrefFor({ after: info.endCursor }) : undefined}
          />
        }
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Revoke ${asked?.name}?`}
        action="Revoke key"
        working="Revoking..."
        keep="Keep it"
        failed="Failed to revoke API key."
        done={`${asked?.name} was revoked`}
        act={act}
      >
        <p>Programs that ask with this key are refused from now on. This can't be undone.</p>
      </Confirm>
    </>
  )
}
