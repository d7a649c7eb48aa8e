import { createContext, type MiddlewareFunction, replace } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { getToken } from '~/lib/token'
import { toast } from '~/ui/toasts'
import type { Session } from './session'

export const loginToProceed = 'Please login to proceed'

/** Where the guards find the session. */
export const sessionContext = createContext<Session>()

/** Why a guard refused a page; GuardBoundary acts on it. */
export class AccessRefusal {
  readonly reason: 'login' | 'role' | 'unreachable'
  readonly from: string

  constructor(reason: AccessRefusal['reason'], from: string) {
    this.reason = reason
    this.from = from
  }
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** Waits until it is known who is signed in, if anybody is. */
export const knowsCaller: MiddlewareFunction = async ({ context, request }) => {
  const session = context.get(sessionContext)
  await session.ready()
  // The token is still there when the server could not be asked: that is not a reason to sign in again.
  if (!session.getState().user && getToken()) throw new AccessRefusal('unreachable', pathOf(request))
}

/** Lets signed-in people through. It refuses before any query of the page starts. */
export const needsLogin: MiddlewareFunction = async (args, next) => {
  await knowsCaller(args, next)
  if (!args.context.get(sessionContext).getState().user)
    throw new AccessRefusal('login', pathOf(args.request))
}

/** Lets signed-in people on to an order; others are told why, and come back to the cart, or to what an assistant has prepared. */
export const needsLoginToProceed: MiddlewareFunction = async (args, next) => {
  await knowsCaller(args, next)
  if (args.context.get(sessionContext).getState().user) return
  toast.info(loginToProceed)
  const path = pathOf(args.request)
  throw new AccessRefusal('login', path.includes('?from=') ? path : paths.cart)
}

/** Lets administrators and staff through, once they have the second step that they may need; stands behind needsLogin. */
export const needsStaff: MiddlewareFunction = async ({ context, request }) => {
  const { user } = context.get(sessionContext).getState()
  if (!user?.scopes.length) throw new AccessRefusal('role', pathOf(request))
  if (user.secondFactorMissing) throw replace(paths.secondFactor)
}

/** Sends signed-in people to their profile. */
export const visitorsOnly: MiddlewareFunction = async ({ context }) => {
  const session = context.get(sessionContext)
  await session.ready()
  if (session.getState().isAuthenticated) throw replace(paths.profile)
}
