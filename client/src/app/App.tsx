import type { ApolloClient } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { type ComponentProps, StrictMode, useEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import { AuthProvider } from '~/features/auth/AuthProvider'
import type { Session } from '~/features/auth/session'

/** The whole application, the same on the server and in the browser. */
export function App({
  client,
  session,
  router,
  onStart,
}: {
  client: ApolloClient
  session: Session
  router: ComponentProps<typeof RouterProvider>['router']
  /** Called once, after the first effects have run. */
  onStart?: () => Promise<void>
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once.
  useEffect(() => void onStart?.(), [])
  return (
    <StrictMode>
      <ApolloProvider client={client}>
        <AuthProvider session={session}>
          <RouterProvider router={router} />
        </AuthProvider>
      </ApolloProvider>
    </StrictMode>
  )
}
