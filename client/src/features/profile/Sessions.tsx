import { useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { focusAfterDialog } from '~/lib/focusAfterDialog'
import { Badge } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { DateText } from '~/ui/DateText'
import { Dialog } from '~/ui/Dialog'
import { useToastMutation } from '~/ui/useToastMutation'
import { FactPairs } from './FactPairs'
import { Panel, stateOf } from './Panel'
import {
  SessionEndDocument,
  type Sessions_UserFragment,
  SessionsDocument,
  SessionsEndOthersDocument,
} from './Sessions.gen'

type Session = Sessions_UserFragment['sessions'][number]

/** The user's sessions: this browser first, then the newest. */
export function Sessions() {
  const query = useQuery(SessionsDocument, { fetchPolicy: 'cache-and-network' })
  const { data } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const sessions = data?.me?.sessions ?? []
  const others = sessions.filter(({ current }) => !current)
  // The focused button has been removed.
  const onEnded = () => focusAfterDialog(heading.current)
  return (
    <Panel
      className="lg:col-span-12"
      title="Sessions"
      heading={heading}
      count={data?.me ? sessions.length : undefined}
      state={stateOf(query, 'Failed to load your sessions. Please try again.')}
      action={others.length > 0 && <EndOthers count={others.length} onEnded={onEnded} />}
    >
      {[...sessions.filter(({ current }) => current), ...others].map((session) => (
        <Row key={session.id} session={session} onEnded={onEnded} />
      ))}
    </Panel>
  )
}

/** Browser and operating system, if known. */
function nameOf({ browser, system }: Session) {
  return `${browser ?? 'Unknown browser'}${system ? ` on ${system}` : ''}`
}

function Row({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { run, loading } = useToastMutation(SessionEndDocument)
  const name = nameOf(session)

  async function end() {
    if (await run({ input: { id: session.id } }, `${name} signed out`)) onEnded()
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-b py-6">
      <div className="min-w-0 max-w-prose flex-1 basis-96">
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
          <h3>{name}</h3>
          {session.current && <Badge tone="ok">This browser</Badge>}
        </div>
        <FactPairs
          items={[
            { label: 'Signed in', value: <DateText value={session.createdAt} /> },
            { label: 'Last used', value: <DateText value={session.lastUsedAt} /> },
          ]}
        />
      </div>
      {!session.current && (
        <Button size="sm" aria-label={`Sign out ${name}`} onClick={end} loading={loading}>
          Sign out
        </Button>
      )}
    </li>
  )
}

function EndOthers({ count, onEnded }: { count: number; onEnded: () => void }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Sign out everywhere else
      </Button>
      <Dialog open={asking} onClose={close} title="Sign out everywhere else?">
        <Question count={count} onClose={close} onEnded={onEnded} />
      </Dialog>
    </>
  )
}

function Question({ count, onClose, onEnded }: { count: number; onClose: () => void; onEnded: () => void }) {
  const { run, loading } = useToastMutation(SessionsEndOthersDocument)

  async function end() {
    if (!(await run({}, 'Signed out everywhere else'))) return
    onClose()
    onEnded()
  }

  return (
    <>
      <p className="text-muted">
        {count === 1 ? 'The other session has' : `The ${count} other sessions have`} to sign in again. You
        stay signed in here. If you don't recognise a session, change your password too.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="danger" loading={loading} loadingText="Signing out..." onClick={end}>
          Sign out everywhere else
        </Button>
        <Button onClick={onClose}>Stay signed in</Button>
      </div>
    </>
  )
}
