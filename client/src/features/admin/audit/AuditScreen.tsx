import { useQuery } from '@apollo/client/react'
import { Changes } from '~/features/admin/kit/Changes'
import { link } from '~/features/admin/kit/controls'
import { dayStart } from '~/features/admin/kit/day'
import { choice, DayField, type Filter, FilterSelect, search } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { readable } from '~/features/admin/kit/readable'
import { Parts, When } from '~/features/admin/kit/values'
import { useAuth } from '~/features/auth/AuthProvider'
import { humanise } from '~/lib/humanise'
import { Badge } from '~/ui/Badge'
import { Link } from '~/ui/Link'
import { AdminAuditDocument, type AdminAuditQuery, AuditNamesDocument } from './AdminAudit.gen'
import { objectAddress } from './objectAddress'
import { settingsChanges, shownChanges } from './shown'
import { actions, objects, shortId } from './words'

type Entry = AdminAuditQuery['auditEntries']['nodes'][number]

/** Of a deleted account only its ID is known. */
const nameOf = (id: string, name?: string | null) => name ?? `Administrator ${shortId(id)}`

/** The options are the current user, the selected one, and all in the list. */
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

/** The audit log of changes, newest first. */
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
          cut: ({ objectId, objectName, changes }) => objectName ?? formerName(changes) ?? objectId,
          cell: (entry) => (
            <Parts>
              <span>
                {actions[entry.action]}{' '}
                {objects[entry.object].toLowerCase().replace(/^(api|faq)/, (name) => name.toUpperCase())}
              </span>
              <ObjectName entry={entry} />
            </Parts>
          ),
        },
        {
          header: 'Changes',
          cut: () => '',
          cell: (entry) => <Shown entry={entry} />,
        },
      ]}
    />
  )
}

/** The changes of an entry in words. */
function Shown({ entry }: { entry: Entry }) {
  const { data } = useQuery(AuditNamesDocument)
  if (!data) return null
  const names = new Map(data.staffRoles.map(({ id, name }) => [id, name]))
  const { currency } = data.siteSettings.terms
  const version = data.settingsHistory.nodes.find(({ version }) => String(version) === entry.objectId)
  const changes =
    entry.object === 'SETTINGS'
      ? settingsChanges(version?.changes ?? [])
      : shownChanges(entry, { currency, names })
  return <Changes changes={changes} />
}

/** The name of a deleted object, if the entry contains it. */
function formerName(changes: Entry['changes']): string | undefined {
  const named = changes.find(({ name }) => ['name', 'title', 'label', 'question', 'url'].includes(name))
  return readable(named?.before ?? named?.after ?? null) ?? undefined
}

/** The changed object's name, or the end of its ID, as a link if a screen shows the object. */
function ObjectName({ entry: { object, objectId, objectName, changes } }: { entry: Entry }) {
  const to = objectName && objectAddress(object, objectId, objectName)
  if (to)
    return (
      <Link to={to} title={objectId} className={link}>
        {object === 'TEXT' ? humanise(objectName) : objectName}
      </Link>
    )
  return (
    <span title={objectId} className="text-faint wrap-anywhere">
      {objectName ?? formerName(changes) ?? shortId(objectId)}
    </span>
  )
}
