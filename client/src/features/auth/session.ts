import type { ApolloClient } from '@apollo/client'
import { messageOf, serverMessage, sessionEnded } from '~/lib/apollo'
import { forgetStored } from '~/lib/storage'
import { getToken, getTokenSubject, setToken } from '~/lib/token'
import { LogoutDocument } from './Logout.gen'
import { type AuthUserFragment, AuthUserFragmentDoc, MeDocument } from './Me.gen'

export type AuthUser = Omit<AuthUserFragment, ' $fragmentName'>

/** Who is signed in; the messages are listed in docs/specification.md. */
export type AuthState = {
  /** True until the first check has ended, and while signing in. */
  loading: boolean
  user: AuthUser | null
  error: string | null
  isAuthenticated: boolean
}

/**
 * How an attempt ended. `message` is what went wrong in words for people, undefined when nobody knows (the page then has its
 * own words); `fields` holds the server's messages by field name. With a `challenge` nothing went wrong: a code
 * has to follow.
 */
export type AuthResult =
  | { ok: true }
  | { ok: false; message?: string; fields: Record<string, string>; challenge?: string }

type Answer = {
  token: string | null
  challenge?: string | null
  user: AuthUser | null
  userErrors: { message: string; field: string[] | null }[]
}

const visitor: AuthState = { loading: false, user: null, error: null, isAuthenticated: false }
const unknown: AuthState = { ...visitor, loading: true }

/** The one session of this tab; it lives outside React because the route guards ask it before anything renders. */
export class Session {
  #client: ApolloClient
  #state = unknown
  #listeners = new Set<() => void>()
  #check: Promise<void> | null = null
  /** Counts what decides who is signed in: an answer to an earlier check says nothing any more. */
  #turn = 0
  #following: { unsubscribe(): void } | null = null

  constructor(client: ApolloClient) {
    this.#client = client
  }

  getState = (): AuthState => this.#state

  /** What the server renders, and a page begins with that it has rendered: what it shows to a visitor, as most are. */
  getFirstState = (): AuthState => visitor

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(state: AuthState) {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** Resolves when the check has ended. The first call starts it, and so does one after the server was out of reach. */
  ready(): Promise<void> {
    return this.#check ?? this.check()
  }

  /** Asks the server whom the stored token belongs to. A network error keeps the token for another try. */
  check = (): Promise<void> => {
    this.#check = this.#ask(++this.#turn)
    return this.#check
  }

  async #ask(turn: number): Promise<void> {
    const token = getToken()
    const before = this.#state.user?.id
    if (!token) {
      // Signed out in another tab, which can't reach what this one keeps.
      if (before) forgetStored()
      return this.#leave(null)
    }
    this.#set({ ...this.#state, loading: true, error: null })
    try {
      const { data } = await this.#client.query({
        query: MeDocument,
        fetchPolicy: 'network-only',
        // A question with another token is another question.
        context: { startUp: true, queryDeduplication: false },
      })
      if (turn !== this.#turn) return this.ready()
      if (!data?.me) return this.#forget(token)
      if (before && before !== data.me.id) await this.#client.clearStore()
      this.#enter(data.me)
    } catch (error) {
      if (turn !== this.#turn) return this.ready()
      const message = serverMessage(error)
      if (sessionEnded(error)) return this.#forget(token, message)
      // A known person stays signed in.
      if (before && before === getTokenSubject()) return this.#set({ ...this.#state, loading: false })
      this.#check = null
      this.#set({ ...visitor, error: message ?? 'Authentication failed' })
    }
  }

  /** Who is signed in has been decided: a check that is still on its way comes too late. */
  #decide() {
    this.#turn++
    this.#check = Promise.resolve()
  }

  /** Somebody is signed in. What any later answer says of the person shows everywhere at once: a new name, an address. */
  #enter(user: AuthUser) {
    this.#set({ loading: false, user, error: null, isAuthenticated: true })
    this.#following?.unsubscribe()
    this.#following = this.#client
      .watchFragment({ fragment: AuthUserFragmentDoc, from: { __typename: 'User', id: user.id } })
      .subscribe(({ data, complete }) => {
        if (complete && this.#state.user) this.#set({ ...this.#state, user: data })
      })
  }

  #forget(token: string, message = 'Authentication failed') {
    if (getToken() === token) setToken(null)
    return this.#leave(message)
  }

  /** Nobody is signed in any more; what was cached for the person before goes too. */
  async #leave(error: string | null): Promise<void> {
    const { user } = this.#state
    this.#set(error === null ? visitor : { ...visitor, error })
    if (user) await this.#client.clearStore()
  }

  /** The error has been shown. */
  clearError = (): void => this.#set({ ...this.#state, error: null })

  /** Signs in by the request of one of the ways in. `fallback` is the error of an attempt that failed without a message. */
  enter = async (
    attempt: (client: ApolloClient) => Promise<Answer | undefined>,
    fallback = 'Login failed',
  ): Promise<AuthResult> => {
    this.#decide()
    this.#set({ ...this.#state, loading: true, error: null })
    try {
      const answer = await attempt(this.#client)
      if (answer && answer.userErrors.length > 0) return this.#refuse(answer.userErrors, fallback)
      if (answer?.challenge) {
        this.#set(visitor)
        return { ok: false, challenge: answer.challenge, fields: {} }
      }
      if (!answer?.token || !answer.user)
        return this.#refuse([{ message: 'Invalid response from server', field: null }], fallback)
      this.#decide()
      setToken(answer.token)
      await this.#client.clearStore()
      this.#enter(answer.user)
      return { ok: true }
    } catch (error) {
      const message = messageOf(error)
      return this.#refuse(message ? [{ message, field: null }] : [], fallback)
    }
  }

  /** Ends the session here whatever the server answers; only then tells the server. */
  logout = async (): Promise<AuthResult> => {
    const bearer = getToken()
    this.#decide()
    setToken(null)
    forgetStored()
    this.#set(visitor)
    try {
      await this.#client.mutate({ mutation: LogoutDocument, context: { bearer } })
      return { ok: true }
    } catch (error) {
      this.#set({ ...visitor, error: 'Logout failed' })
      return { ok: false, message: serverMessage(error), fields: {} }
    } finally {
      await this.#client.clearStore()
    }
  }

  /** The server no longer accepts the token, which is already gone. */
  end = (): Promise<void> => {
    this.#decide()
    return this.#leave(null)
  }

  #refuse(errors: Answer['userErrors'], fallback: string): AuthResult {
    setToken(null)
    const fields: Record<string, string> = {}
    for (const { field, message } of errors) {
      const name = field?.[0]
      if (name) fields[name] ??= message
    }
    const message = errors[0]?.message
    this.#set({ ...visitor, error: message ?? fallback })
    return { ok: false, message, fields }
  }
}
