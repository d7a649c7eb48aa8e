import type { ApolloClient } from '@apollo/client'
import { errorMessage, serverMessage, sessionEnded } from '~/lib/apollo'
import { clearOwnedStorage } from '~/lib/storage'
import { getToken, getTokenSubject, setToken } from '~/lib/token'
import { LogoutDocument } from './Logout.gen'
import { type AuthUserFragment, AuthUserFragmentDoc, MeDocument } from './Me.gen'

export type AuthUser = Omit<AuthUserFragment, ' $fragmentName'>

/** The session's state; the messages are listed in docs/specification.md. */
export type AuthState = {
  /** True until the first check has ended, and while signing in. */
  loading: boolean
  user: AuthUser | null
  error: string | null
  isAuthenticated: boolean
}

/**
 * The result of signing in. `message` is for users, and undefined if the cause is unknown (the page then has its own);
 * `fields` holds the server's messages by field name. A `challenge` is not a failure: it requires a code.
 */
export type AuthResult =
  | { ok: true }
  | { ok: false; message?: string; fields: Record<string, string>; challenge?: string }

type SignInPayload = {
  token: string | null
  challenge?: string | null
  user: AuthUser | null
  userErrors: { message: string; field: string[] | null }[]
}

const visitor: AuthState = { loading: false, user: null, error: null, isAuthenticated: false }
const unknown: AuthState = { ...visitor, loading: true }

/** This tab's session. It is outside React, because route guards need it before anything renders. */
export class Session {
  #client: ApolloClient
  #state = unknown
  #listeners = new Set<() => void>()
  #check: Promise<void> | null = null
  /** Incremented whenever the user may change, so that results of earlier checks are discarded. */
  #checkId = 0
  #following: { unsubscribe(): void } | null = null

  constructor(client: ApolloClient) {
    this.#client = client
  }

  getState = (): AuthState => this.#state

  /** The state for server rendering and hydration: a visitor, as most are. */
  getServerState = (): AuthState => visitor

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(state: AuthState) {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** Resolves when the check has ended. Starts one on the first call, and after the server was unreachable. */
  ready(): Promise<void> {
    return this.#check ?? this.check()
  }

  /** Fetches the user of the stored token. A network error keeps the token for another try. */
  check = (): Promise<void> => {
    this.#check = this.#ask(++this.#checkId)
    return this.#check
  }

  async #ask(turn: number): Promise<void> {
    const token = getToken()
    const before = this.#state.user?.id
    if (!token) {
      // Signed out in another tab, which can't clear this tab's session storage.
      if (before) clearOwnedStorage()
      return this.#clearUser(null)
    }
    this.#set({ ...this.#state, loading: true, error: null })
    try {
      const { data } = await this.#client.query({
        query: MeDocument,
        fetchPolicy: 'network-only',
        // Requests with different tokens must not share a response.
        context: { startUp: true, queryDeduplication: false },
      })
      if (turn !== this.#checkId) return this.ready()
      if (!data?.me) return this.#dropToken(token)
      if (before && before !== data.me.id) await this.#client.clearStore()
      this.#setUser(data.me)
    } catch (error) {
      if (turn !== this.#checkId) return this.ready()
      const message = serverMessage(error)
      if (sessionEnded(error)) return this.#dropToken(token, message)
      // A known user stays signed in.
      if (before && before === getTokenSubject()) return this.#set({ ...this.#state, loading: false })
      this.#check = null
      this.#set({ ...visitor, error: message ?? 'Authentication failed' })
    }
  }

  /** Discards the result of a running check. */
  #cancelCheck() {
    this.#checkId++
    this.#check = Promise.resolve()
  }

  /** Signs a user in, and watches the cache so that later changes of name or address show everywhere. */
  #setUser(user: AuthUser) {
    this.#set({ loading: false, user, error: null, isAuthenticated: true })
    this.#following?.unsubscribe()
    this.#following = this.#client
      .watchFragment({ fragment: AuthUserFragmentDoc, from: { __typename: 'User', id: user.id } })
      .subscribe(({ data, complete }) => {
        if (complete && this.#state.user) this.#set({ ...this.#state, user: data })
      })
  }

  #dropToken(token: string, message = 'Authentication failed') {
    if (getToken() === token) setToken(null)
    return this.#clearUser(message)
  }

  /** Signs the user out and clears the cached data. */
  async #clearUser(error: string | null): Promise<void> {
    const { user } = this.#state
    this.#set(error === null ? visitor : { ...visitor, error })
    if (user) await this.#client.clearStore()
  }

  clearError = (): void => this.#set({ ...this.#state, error: null })

  /** Signs in with one of the sign-in mutations. `fallback` is the error if a failure has no message. */
  signIn = async (
    attempt: (client: ApolloClient) => Promise<SignInPayload | undefined>,
    fallback = 'Login failed',
  ): Promise<AuthResult> => {
    this.#cancelCheck()
    this.#set({ ...this.#state, loading: true, error: null })
    try {
      const payload = await attempt(this.#client)
      if (payload && payload.userErrors.length > 0) return this.#fail(payload.userErrors, fallback)
      if (payload?.challenge) {
        this.#set(visitor)
        return { ok: false, challenge: payload.challenge, fields: {} }
      }
      if (!payload?.token || !payload.user)
        return this.#fail([{ message: 'Invalid response from server', field: null }], fallback)
      this.#cancelCheck()
      setToken(payload.token)
      await this.#client.clearStore()
      this.#setUser(payload.user)
      return { ok: true }
    } catch (error) {
      const message = errorMessage(error, '')
      return this.#fail(message ? [{ message, field: null }] : [], fallback)
    }
  }

  /**
   * Ends the session locally first, whatever the server responds. Resolves to undefined if another session has begun
   * before the response, which then has no effect.
   */
  logout = async (): Promise<AuthResult | undefined> => {
    const bearer = getToken()
    this.#cancelCheck()
    const turn = this.#checkId
    setToken(null)
    clearOwnedStorage()
    this.#set(visitor)
    await this.#client.clearStore()
    let result: AuthResult = { ok: true }
    try {
      await this.#client.mutate({ mutation: LogoutDocument, context: { bearer } })
    } catch (error) {
      if (turn === this.#checkId) this.#set({ ...visitor, error: 'Logout failed' })
      result = { ok: false, message: serverMessage(error), fields: {} }
    }
    return getToken() ? undefined : result
  }

  /** Called after the server has rejected the token, which is already removed. */
  end = (): Promise<void> => {
    this.#cancelCheck()
    return this.#clearUser(null)
  }

  #fail(errors: SignInPayload['userErrors'], fallback: string): AuthResult {
    const fields: Record<string, string> = {}
    for (const { field, message } of errors) {
      const name = field?.[0]
      if (name) fields[name] ??= message
    }
    const message = errors[0]?.message
    // A token may be stored nevertheless, such as that of a sign-in in another tab.
    if (getToken()) void this.check()
    else this.#set({ ...visitor, error: message ?? fallback })
    return { ok: false, message, fields }
  }
}
