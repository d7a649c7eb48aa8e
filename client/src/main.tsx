import './styles.css'
import { ApolloProvider } from '@apollo/client/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { AuthProvider } from '~/features/auth/AuthProvider'
import { Session } from '~/features/auth/session'
import { createClient } from '~/lib/apollo'
import { onReconnect } from '~/lib/connection'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { createRouter } from '~/router'

const client = createClient(async () => {
  await session.end()
  const { pathname, search } = window.location
  if (pathname.includes(paths.login) || pathname.includes(paths.register)) return
  await router.navigate(paths.login, { state: { from: pathname + search } satisfies FromState })
})
const session = new Session(client)
const router = createRouter(session)
// Asks again who is signed in, if that could not be asked before.
onReconnect(() => session.ready())

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ApolloProvider client={client}>
      <AuthProvider session={session}>
        <RouterProvider router={router} />
      </AuthProvider>
    </ApolloProvider>
  </StrictMode>,
)
