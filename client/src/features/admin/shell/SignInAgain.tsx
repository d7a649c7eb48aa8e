import { useApolloClient } from '@apollo/client/react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { paths } from '~/lib/paths'
import { getToken } from '~/lib/token'
import { Button, ButtonLink } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { Dot } from '~/ui/Dot'

/**
 * A dialog over a screen whose session has ended, until AuthProvider sees that another window has signed in. The screen
 * keeps what was typed.
 */
export function SignInAgain() {
  const [open, setOpen] = useState(true)
  const opened = useRef<Window>(null)
  const client = useApolloClient()
  useEffect(
    () => () => {
      opened.current?.close()
      // Queries that have failed since are repeated.
      if (getToken())
        void client.refetchQueries({
          include: 'active',
          onQueryUpdated: (query) => query.getCurrentResult().error !== undefined,
        })
    },
    [client],
  )

  function signIn(event: MouseEvent) {
    opened.current = window.open(paths.login, 'sign-in', 'popup,width=560,height=860')
    // If popups are blocked, the link opens a tab.
    if (opened.current) event.preventDefault()
  }
  return (
    <>
      <div className="flex items-center gap-3 border-b px-4 py-1 text-small text-muted sm:px-6">
        <Dot tone="warn" />
        Your session has ended.
        <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
          Sign in
        </Button>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Sign in again">
        <p className="text-body text-muted">
          Your session has ended. Sign in to go on where you left off. What you typed is still here.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.login} target="_blank" variant="primary" onClick={signIn}>
            Sign in
          </ButtonLink>
          <Button onClick={() => setOpen(false)}>Not now</Button>
        </div>
      </Dialog>
    </>
  )
}
