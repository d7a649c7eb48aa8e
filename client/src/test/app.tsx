import { configure, render } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { App } from '~/app/App'
import { createRouter } from '~/app/router'
import { Session } from '~/features/auth/session'
import { createClient } from '~/lib/apollo'
import { mockGraph } from './mockGraph'

// Modules of pages are compiled when they are first wanted.
configure({ asyncUtilTimeout: 5000 })

/** Opens an address of the shop in whose server's place these answers are given. Answers the list of requests. */
export function openApp(address: string, answers: Parameters<typeof mockGraph>[0]) {
  history.replaceState(null, '', address)
  // A refusal is logged, too.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const calls = mockGraph(answers)
  // Nobody tells of changes.
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  )
  const client = createClient(() => {})
  const session = new Session(client)
  const router = createRouter(session)
  render(<App client={client} session={session} router={router} />)
  onTestFinished(() => {
    router.dispose()
    client.stop()
    vi.unstubAllGlobals()
  })
  return calls
}

export const offline = new TypeError('Failed to fetch')

/** A failure of the server that no form can mend. */
export const refusal = (message: string, code = 'INTERNAL') => ({
  errors: [{ message, extensions: { code } }],
})

/** Who is signed in, once a token is set. */
export const vera = {
  data: {
    me: {
      __typename: 'User',
      id: 'u1',
      name: 'Vera Visitor',
      email: 'vera@example.com',
      emailVerified: true,
      pendingEmail: null,
      role: 'USER',
      scopes: [],
      secondFactorMissing: false,
    },
  },
}
