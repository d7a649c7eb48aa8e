import { Changes } from '~/features/admin/kit/Changes'
import { dayStart } from '~/features/admin/kit/day'
import { choice, DayField, type Filter, FilterSelect, search } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { Parts, When } from '~/features/admin/kit/values'
import { useAuth } from '~/features/auth/AuthProvider'
import { Badge } from '~/ui/Badge'
import { AdminAuditDocument, type AdminAuditQuery } from './AdminAudit.gen'
import { actions, objects, shortId } from './words'

type Entry = AdminAuditQuery['auditEntries']['nodes'][number]

/** An account that is gone has left only its identifier. */
const nameOf = (id: string, name?: string | null) => name ?? `Administrator ${shortId(id)}`

/** Those to choose from are the current user, the selected one, and all those listed. */
const who = (user: { id: string; name: string } | null): Filter<string, Entry> => ({
  read: (parameter) => parameter,
  field: ({ parameter, show, nodes }) => (
    <FilterSelect
      label="Who"
      all="Everyone"
      options={Object.fromEntries([
        ...(parameter ? [[parameter, nameOf(parameter)]] : []),
        ...(user ? [[user.id, user.name]] : []),
        ...nodes.map(({ actorId, actorName, agent }) => [
          actorId,
          agent ? 'Agents' : nameOf(actorId, actorName),
        ]),
      ])}
      value={parameter}
      onChange={show}
    />
  ),
})

const day = (label: string): Filter<string> => ({
  read: (parameter) => parameter,
  field: ({ parameter, show }) => (
    <DayField label={label} value={parameter} onPause={(day) => show(day, { replace: true })} />
  ),
})

/** What administrators have changed, newest first; nothing in it can be changed or deleted. */
export default function AuditScreen() {
  const { user } = useAuth()
  return (
    <ListScreen
      title="Audit log"
      query={AdminAuditDocument}
      paging="cursor"
      filters={{
        q: search('Person, change or ID'),
        object: choice('Object', objects),
        who: who(user),
        from: day('From'),
        until: day('Until'),
      }}
      variables={({ q, object, who, from, until }) => ({
        filter: {
          search: q,
          object,
          actorId: who || undefined,
          from: dayStart(from),
          until: dayStart(until, 1),
        },
      })}
      failed="Failed to load the audit log."
      none={{ title: 'No changes yet', message: 'Changes by administrators appear here.' }}
      columns={[
        { header: 'When', cell: ({ createdAt }) => <When value={createdAt} short /> },
        {
          header: 'Who',
          className: '[--min:11rem]',
          cut: ({ actorId }) => actorId,
          cell: ({ actorId, actorName, keyId, agent, address }) => (
            <Parts>
              <span className="wrap-anywhere">{agent ?? nameOf(actorId, actorName)}</span>
              {keyId && <Badge>API key</Badge>}
              {agent && <Badge>Agent</Badge>}
              <span className="label text-faint">{address}</span>
            </Parts>
          ),
        },
        {
          header: 'What',
          className: '[--min:11rem]',
          cut: ({ objectId }) => objectId,
          cell: ({ action, object, objectId }) => (
            <Parts>
              <span>
                {actions[action]}{' '}
                {objects[object].toLowerCase().replace(/^(api|faq)/, (name) => name.toUpperCase())}
              </span>
              <span className="label text-faint">{shortId(objectId)}</span>
            </Parts>
          ),
        },
        {
          header: 'Changes',
          cut: () => '',
          cell: ({ changes }) => <Changes changes={changes} />,
        },
      ]}
    />
  )
}
