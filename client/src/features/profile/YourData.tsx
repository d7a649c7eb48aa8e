import { type ReactNode, useId, useState } from 'react'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import { Link } from '~/ui/Link'
import { useLazyModule } from '~/ui/useLazyModule'
import type { Person } from './DeleteAccount'

const loadDeletion = () => import('./DeleteAccount')

/** Downloads the user's data and deletes the account. */
export function YourData({ person, onDeleted }: { person: Person; onDeleted: () => void }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 lg:col-span-12">
      <h2 id={id}>Your data</h2>
      <ul className="mt-5 border-t">
        <Row
          title="Download your data"
          text="Everything we store about you in one JSON file: account, cart, addresses, orders, pre-orders, quotes, reviews, messages, newsletter, stock alerts and sessions."
        >
          <Download />
        </Row>
        <Row
          title="Delete your account"
          text={
            <>
              Permanent and immediate. See what we must keep, and for how long, under{' '}
              <Link to={paths.privacy} className="underline hover:text-signal">
                Privacy
              </Link>
              .
            </>
          }
        >
          <Deletion person={person} onDeleted={onDeleted} />
        </Row>
      </ul>
    </section>
  )
}

/** The dialog loads on demand, as it is rarely used. */
function Deletion({ person, onDeleted }: { person: Person; onDeleted: () => void }) {
  const dialog = useLazyModule(loadDeletion)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        aria-haspopup="dialog"
        onClick={async () => setOpen(await dialog.load())}
      >
        Delete your account
      </Button>
      {dialog.part && (
        <dialog.part.DeleteAccount
          person={person}
          open={open}
          onClose={() => setOpen(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}

function Row({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-b py-6">
      <div className="min-w-0 max-w-prose flex-1 basis-96">
        <h3>{title}</h3>
        <p className="mt-2 text-muted">{text}</p>
      </div>
      {children}
    </li>
  )
}

const failed = "Couldn't load your data. Check your connection and try again."

function Download() {
  const [failure, setFailure] = useState<string | null>(null)
  const [loading, setLoading] = useState(false)

  async function save() {
    setLoading(true)
    setFailure(null)
    try {
      // Loaded on demand, as it is rarely used.
      const { saveFile } = await import('~/lib/saveFile')
      const day = new Date().toISOString().slice(0, 10)
      setFailure(await saveFile('/api/v1/auth/me/data', `account-data-${day}.json`))
    } catch {
      setFailure(failed)
    }
    setLoading(false)
  }

  return (
    <div>
      <Button size="sm" loading={loading} loadingText="Preparing..." onClick={save}>
        Download your data
      </Button>
      <p role="alert" className="text-small text-error">
        {failure}
      </p>
    </div>
  )
}
