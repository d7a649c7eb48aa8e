import { configure, render } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { App } from '~/app/App'
import { createRouter } from '~/app/router'
import { Session } from '~/features/auth/session'
import { createClient } from '~/lib/apollo'
import { mockGraph } from './mockGraph'

// The first test that opens a page also compiles its modules.
configure({ asyncUtilTimeout: 15_000 })

/** Opens an address of the shop with mocked GraphQL responses. Returns the list of requests. */
export function openApp(address: string, responses: Parameters<typeof mockGraph>[0]) {
  history.replaceState(null, '', address)
  // Rejections are logged, too.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const calls = mockGraph(responses)
  // There are no subscriptions in tests.
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

/** A server error that no form can fix. */
export const refusal = (message: string, code = 'INTERNAL') => ({
  errors: [{ message, extensions: { code } }],
})

/** The signed-in user, once a token is set. */
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
