import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { onTokenChangedElsewhere } from '~/lib/token'
import type { AuthState, Session } from './session'

const SessionContext = createContext<Session | null>(null)

/** Provides the session, and checks it again when another tab signs in or out. */
export function AuthProvider({ session, children }: { session: Session; children: ReactNode }) {
  useEffect(() => {
    void session.ready()
    return onTokenChangedElsewhere(() => void session.check())
  }, [session])
  return <SessionContext value={session}>{children}</SessionContext>
}

type Auth = AuthState & Pick<Session, 'signIn' | 'logout' | 'check' | 'clearError'>

/** The signed-in user, and functions to change or check that. */
export function useAuth(): Auth {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useAuth must be used within an AuthProvider')
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getServerState)
  const { signIn, logout, check, clearError } = session
  return { ...state, signIn, logout, check, clearError }
}
