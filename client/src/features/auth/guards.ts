import { createContext, type MiddlewareFunction, replace } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { getToken } from '~/lib/token'
import { toast } from '~/ui/toasts'
import type { Session } from './session'

export const loginToProceed = 'Please login to proceed'

/** The router context through which guards get the session. */
export const sessionContext = createContext<Session>()

/** Thrown by guards; GuardBoundary handles it. */
export class AccessDeniedError {
  readonly reason: 'login' | 'role' | 'unreachable'
  readonly from: string

  constructor(reason: AccessDeniedError['reason'], from: string) {
    this.reason = reason
    this.from = from
  }
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** Waits until the session has been checked. */
export const waitForSession: MiddlewareFunction = async ({ context, request }) => {
  const session = context.get(sessionContext)
  await session.ready()
  // The token is kept if the server could not be reached, so there is no need to sign in again.
  if (!session.getState().user && getToken()) throw new AccessDeniedError('unreachable', pathOf(request))
}

/** Requires a signed-in user. It throws before any query of the page starts. */
export const requireLogin: MiddlewareFunction = async (args, next) => {
  await waitForSession(args, next)
  if (!args.context.get(sessionContext).getState().user)
    throw new AccessDeniedError('login', pathOf(args.request))
}

/**
 * Requires a signed-in user for checking out. Others see a toast, and return to the cart after signing in, or to the
 * cart that an assistant has prepared.
 */
export const requireLoginToProceed: MiddlewareFunction = async (args, next) => {
  await waitForSession(args, next)
  if (args.context.get(sessionContext).getState().user) return
  toast.info(loginToProceed)
  const path = pathOf(args.request)
  throw new AccessDeniedError('login', path.includes('?from=') ? path : paths.cart)
}

/** Requires an administrator or staff with two-step sign-in, if their role needs it. Must follow requireLogin. */
export const requireStaff: MiddlewareFunction = async ({ context, request }) => {
  const { user } = context.get(sessionContext).getState()
  if (!user?.scopes.length) throw new AccessDeniedError('role', pathOf(request))
  if (user.secondFactorMissing) throw replace(paths.secondFactor)
}

/** Redirects signed-in users to their profile. */
export const requireVisitor: MiddlewareFunction = async ({ context }) => {
  const session = context.get(sessionContext)
  await session.ready()
  if (session.getState().isAuthenticated) throw replace(paths.profile)
}
