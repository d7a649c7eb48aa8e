import { useQuery } from '@apollo/client/react'
import { DayField } from '~/features/admin/kit/DayField'
import { FilterBar } from '~/features/admin/kit/FilterBar'
import { FilterSelect } from '~/features/admin/kit/FilterSelect'
import { List } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { PageWays } from '~/features/admin/kit/PageWays'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import type { Column } from '~/features/admin/kit/Table'
import { oneOf, pageSize, useListView } from '~/features/admin/kit/useListView'
import { When } from '~/features/admin/kit/When'
import { useAuth } from '~/features/auth/AuthProvider'
import { Badge } from '~/ui/Badge'
import { AdminAuditDocument, type AdminAuditQuery } from './AdminAudit.gen'
import { Changes } from './Changes'
import { actions, dayStart, objects, shortId } from './words'

const failed = 'Failed to load the audit log.'

type Entry = AdminAuditQuery['auditEntries']['nodes'][number]

const names = ['object', 'who', 'from', 'until', 'after'] as const

/** An account that is gone has left only its identifier. */
const nameOf = (id: string, name?: string | null) => name ?? `Administrator ${shortId(id)}`

const columns: Column<Entry>[] = [
  { header: 'When', cell: ({ createdAt }) => <When value={createdAt} /> },
  {
    header: 'Who',
    cell: ({ actorId, actorName, keyId, address }) => (
      <>
        <span className="block wrap-anywhere" title={actorId}>
          {nameOf(actorId, actorName)}
          {keyId && (
            <span className="ml-2 whitespace-nowrap">
              <Badge>API key</Badge>
            </span>
          )}
        </span>
        <span className="label text-faint">{address}</span>
      </>
    ),
  },
  {
    header: 'What',
    cell: ({ action, object, objectId }) => (
      <>
        <span className="block">
          {actions[action]} {objects[object].toLowerCase().replace('api', 'API')}
        </span>
        <span className="label text-faint" title={objectId}>
          {shortId(objectId)}
        </span>
      </>
    ),
  },
  { header: 'Changes', className: 'md:w-1/2', cell: ({ changes }) => <Changes changes={changes} /> },
]

/** What administrators have changed, newest first; nothing in it can be changed or deleted. */
export function Component() {
  const { user } = useAuth()
  const view = useListView(names)
  const { object, who, from, until, after } = view.values
  const kind = oneOf(objects, object)
  const result = useQuery(AdminAuditDocument, {
    variables: {
      filter: {
        object: kind,
        actorId: who || undefined,
        from: dayStart(from),
        until: dayStart(until, 1),
      },
      first: pageSize,
      after: after || undefined,
    },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.auditEntries, failed)
  const info = result.data?.auditEntries.pageInfo
  // Those to choose from: the current user, the selected one, and all those listed.
  const administrators = Object.fromEntries([
    ...(who ? [[who, nameOf(who)]] : []),
    ...(user ? [[user.id, user.name]] : []),
    ...(list.nodes?.map(({ actorId, actorName }) => [actorId, nameOf(actorId, actorName)]) ?? []),
  ])

  return (
    <>
      <ScreenHead title="Audit log" />
      <FilterBar label="Audit log">
        <FilterSelect
          label="Kind of object"
          all="All"
          options={objects}
          value={kind ?? ''}
          onChange={(value) => view.show({ object: value })}
        />
        <FilterSelect
          label="Who"
          all="Everybody"
          options={administrators}
          value={who}
          onChange={(value) => view.show({ who: value })}
        />
        <DayField label="From" value={from} onPause={(day) => view.show({ from: day }, { replace: true })} />
        <DayField
          label="Until"
          value={until}
          onPause={(day) => view.show({ until: day }, { replace: true })}
        />
      </FilterBar>
      <List
        caption="Audit log"
        columns={columns}
        list={list}
        view={view}
        none={{ title: 'Nothing yet', message: 'Every change that an administrator makes is written here.' }}
        ways={
          <PageWays
            first={view.beyond ? view.hrefFor({}) : undefined}
            next={info?.hasNextPage && info.endCursor ? view.hrefFor({ after: info.endCursor }) : undefined}
          />
        }
      />
    </>
  )
}
