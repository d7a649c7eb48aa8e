import { createContext, type MiddlewareFunction, replace } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { getToken } from '~/lib/token'
import { toast } from '~/ui/toasts'
import type { Session } from './session'

export const loginToProceed = 'Please login to proceed'

/** Where the guards find the session. */
export const sessionContext = createContext<Session>()

/** Why a guard refused a page; GuardBoundary acts on it. */
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

/** Waits until it is known who is signed in, if anybody is. */
export const waitForSession: MiddlewareFunction = async ({ context, request }) => {
  const session = context.get(sessionContext)
  await session.ready()
  // The token is still there when the server could not be asked: that is not a reason to sign in again.
  if (!session.getState().user && getToken()) throw new AccessDeniedError('unreachable', pathOf(request))
}

/** Lets signed-in people through. It refuses before any query of the page starts. */
export const requireLogin: MiddlewareFunction = async (args, next) => {
  await waitForSession(args, next)
  if (!args.context.get(sessionContext).getState().user)
    throw new AccessDeniedError('login', pathOf(args.request))
}

/** Lets signed-in people on to an order; others are told why, and come back to the cart, or to what an assistant has prepared. */
export const requireLoginToProceed: MiddlewareFunction = async (args, next) => {
  await waitForSession(args, next)
  if (args.context.get(sessionContext).getState().user) return
  toast.info(loginToProceed)
  const path = pathOf(args.request)
  throw new AccessDeniedError('login', path.includes('?from=') ? path : paths.cart)
}

/** Lets administrators and staff through, once they have the second step that they may need; stands behind needsLogin. */
export const requireStaff: MiddlewareFunction = async ({ context, request }) => {
  const { user } = context.get(sessionContext).getState()
  if (!user?.scopes.length) throw new AccessDeniedError('role', pathOf(request))
  if (user.secondFactorMissing) throw replace(paths.secondFactor)
}

/** Sends signed-in people to their profile. */
export const requireVisitor: MiddlewareFunction = async ({ context }) => {
  const session = context.get(sessionContext)
  await session.ready()
  if (session.getState().isAuthenticated) throw replace(paths.profile)
}
