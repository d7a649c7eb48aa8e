import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import { sessionKeys, storageKeys, writeSession, writeStored } from '~/lib/storage'
import { getToken, setToken } from '~/lib/token'
import { mockGraph } from '~/test/mockGraph'
import { MeDocument } from './Me.gen'
import { Session } from './session'
import { login, register } from './signIn'

const user = {
  __typename: 'User',
  id: 'u1',
  name: 'Vera Visitor',
  email: 'vera@example.com',
  emailVerified: false,
  pendingEmail: null,
  scopes: [],
  secondFactorMissing: false,
  role: 'USER',
}
const credentials = { email: user.email, password: 'Long-Enough-1!' }
const offline = new TypeError('Failed to fetch')
const signedOut = { loading: false, user: null, isAuthenticated: false }

/** A token as the server makes them, for the person with this id. */
const tokenOf = (id: string) => `head.${btoa(JSON.stringify({ sub: id }))}.signature`

const ended = vi.fn()
let session: Session
let client: ReturnType<typeof createClient>

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  ended.mockReset()
  client = createClient(ended)
  session = new Session(client)
})

afterEach(() => vi.unstubAllGlobals())

const ways = { login, register }

function loginAnswer(payload: object) {
  return {
    data: {
      userLogin: { __typename: 'UserLoginPayload', token: null, user: null, userErrors: [], ...payload },
    },
  }
}

describe('at the start', () => {
  test('it is loading until it is known who is there', () => {
    expect(session.getState()).toEqual({ loading: true, user: null, error: null, isAuthenticated: false })
  })

  test('without a token nobody is signed in, and nothing is asked', async () => {
    const calls = mockGraph({})
    await session.ready()
    expect(session.getState()).toEqual({ ...signedOut, error: null })
    expect(calls).toEqual([])
  })

  test('with a token the person is fetched, once', async () => {
    setToken('good')
    const calls = mockGraph({ Me: { data: { me: user } } })
    await Promise.all([session.ready(), session.ready()])
    expect(session.getState()).toMatchObject({
      loading: false,
      isAuthenticated: true,
      user: { name: user.name },
    })
    expect(calls.map((call) => call.authorization)).toEqual(['Bearer good'])
  })

  test.each([
    ['the server does not know it', { data: { me: null } }, 'Authentication failed'],
    [
      'the session has expired',
      { data: null, errors: [{ message: 'Session expired', extensions: { code: 'UNAUTHENTICATED' } }] },
      'Session expired',
    ],
  ])('the token goes when %s, without leaving the page', async (_, answer, message) => {
    setToken('old')
    mockGraph({ Me: answer })
    await session.ready()
    expect(session.getState()).toEqual({ ...signedOut, error: message })
    expect(getToken()).toBeNull()
    expect(ended).not.toHaveBeenCalled()
  })

  test('an error that has been shown can be put away', async () => {
    setToken('old')
    mockGraph({ Me: { data: { me: null } } })
    await session.ready()
    session.clearError()
    expect(session.getState()).toEqual({ ...signedOut, error: null })
  })

  test('a network error keeps the token', async () => {
    vi.useFakeTimers()
    setToken('good')
    mockGraph({ Me: offline })
    const ready = session.ready()
    await vi.runAllTimersAsync()
    await ready
    vi.useRealTimers()
    expect(session.getState()).toEqual({ ...signedOut, error: 'Authentication failed' })
    expect(getToken()).toBe('good')
  })

  test('a limit of requests keeps the token, and says so', async () => {
    setToken('good')
    const message = 'Too many requests. Please try again in a minute.'
    mockGraph({ Me: new Response(JSON.stringify({ errors: [{ message }] }), { status: 429 }) })
    await session.ready()
    expect(session.getState()).toEqual({ ...signedOut, error: message })
    expect(getToken()).toBe('good')
  })
})

test('a failed check leaves the user signed in', async () => {
  vi.useFakeTimers()
  setToken(tokenOf('u1'))
  mockGraph({ Me: { data: { me: user } } })
  await session.ready()
  mockGraph({ Me: offline })
  const checking = session.check()
  await vi.runAllTimersAsync()
  await checking
  vi.useRealTimers()
  expect(session.getState()).toEqual({ loading: false, user, error: null, isAuthenticated: true })
  expect(getToken()).toBe(tokenOf('u1'))
})

test("a check that fails shows nobody when the token is another person's", async () => {
  vi.useFakeTimers()
  setToken(tokenOf('u1'))
  mockGraph({ Me: { data: { me: user } } })
  await session.ready()
  setToken(tokenOf('u2'))
  mockGraph({ Me: offline })
  const checking = session.check()
  await vi.runAllTimersAsync()
  await checking
  vi.useRealTimers()
  expect(session.getState()).toEqual({ ...signedOut, error: 'Authentication failed' })
})

test('what a later answer says of the person shows at once', async () => {
  setToken('good')
  mockGraph({ Me: { data: { me: user } } })
  await session.ready()
  client.cache.writeQuery({
    query: MeDocument,
    data: { me: { ...user, name: 'Vera Newname', role: 'USER' } as const },
  })
  await vi.waitFor(() => expect(session.getState().user).toMatchObject({ name: 'Vera Newname' }))
})

describe('signing in', () => {
  test('stores the token and the person', async () => {
    mockGraph({ Login: loginAnswer({ token: 'new', user }) })
    expect(await session.signIn(login(credentials))).toEqual({ ok: true })
    expect(getToken()).toBe('new')
    expect(session.getState()).toMatchObject({
      isAuthenticated: true,
      error: null,
      user: { email: user.email },
    })
  })

  test('drops what the visitor before had in the cache', async () => {
    mockGraph({ Me: { data: { me: user } }, Login: loginAnswer({ token: 'new', user }) })
    await client.query({ query: MeDocument })
    await session.signIn(login(credentials))
    expect(client.readQuery({ query: MeDocument })).toBeNull()
  })

  test('is loading on the way, with the old error gone', async () => {
    mockGraph({ Login: loginAnswer({}) })
    await session.signIn(login(credentials))
    const pending = session.signIn(login(credentials))
    expect(session.getState()).toMatchObject({ loading: true, error: null })
    await pending
  })

  test('an answer without a token is invalid', async () => {
    mockGraph({ Login: loginAnswer({ user }) })
    expect(await session.signIn(login(credentials))).toMatchObject({
      ok: false,
      message: 'Invalid response from server',
    })
    expect(session.getState()).toEqual({ ...signedOut, error: 'Invalid response from server' })
  })

  test("a refusal is the server's message, on its field", async () => {
    mockGraph({
      Login: loginAnswer({ userErrors: [{ __typename: 'UserError', message: 'Wrong', field: ['email'] }] }),
    })
    expect(await session.signIn(login(credentials))).toEqual({
      ok: false,
      message: 'Wrong',
      fields: { email: 'Wrong' },
    })
    expect(session.getState()).toEqual({ ...signedOut, error: 'Wrong' })
  })

  test('a refusal leaves the session of another tab', async () => {
    setToken('of another tab')
    mockGraph({
      Me: { data: { me: user } },
      Login: loginAnswer({ userErrors: [{ __typename: 'UserError', message: 'Wrong', field: null }] }),
    })
    expect(await session.signIn(login(credentials))).toMatchObject({ ok: false, message: 'Wrong' })
    await session.ready()
    expect(getToken()).toBe('of another tab')
    expect(session.getState()).toMatchObject({ isAuthenticated: true, user: { id: user.id } })
  })

  test.each([
    ['login', undefined, 'Login failed'],
    ['register', 'Registration failed', 'Registration failed'],
  ] as const)(
    'without any message %s says its fallback, and the page may say more',
    async (way, fallback, message) => {
      const odd = new Error('x is not a function')
      mockGraph({ Login: odd, Register: odd })
      expect(await session.signIn(ways[way]({ ...credentials, name: user.name }), fallback)).toEqual({
        ok: false,
        message: undefined,
        fields: {},
      })
      expect(session.getState().error).toBe(message)
    },
  )

  test('a failure that is known is told in words for people', async () => {
    mockGraph({ Login: offline })
    const message = "Can't reach the shop. Check your connection and try again."
    expect(await session.signIn(login(credentials))).toEqual({ ok: false, message, fields: {} })
    expect(session.getState().error).toBe(message)
  })

  test('registering signs in', async () => {
    mockGraph({
      Register: {
        data: { userRegister: { __typename: 'UserRegisterPayload', token: 'new', user, userErrors: [] } },
      },
    })
    expect(
      await session.signIn(register({ ...credentials, name: user.name }), 'Registration failed'),
    ).toEqual({ ok: true })
    expect(getToken()).toBe('new')
    expect(session.getState().isAuthenticated).toBe(true)
  })
})

describe('signing out', () => {
  const logout = { data: { userLogout: { __typename: 'UserLogoutPayload', loggedOut: true } } }

  test('forgets the token first, and still tells the server which session ended', async () => {
    setToken('good')
    let stored: string | null = 'unset'
    const calls = mockGraph({
      Logout: () => {
        stored = getToken()
        return logout
      },
    })
    expect(await session.logout()).toEqual({ ok: true })
    expect(stored).toBeNull()
    expect(calls[0]?.authorization).toBe('Bearer good')
    expect(session.getState()).toEqual({ ...signedOut, error: null })
  })

  test('forgets what the person has left in this browser', async () => {
    setToken(tokenOf('u1'))
    writeStored(storageKeys.preOrderForm, { phone: '+31 20 555 0100' })
    writeSession(sessionKeys.contactForm, { message: 'Hello' })
    mockGraph({ Logout: logout })
    await session.logout()
    expect([localStorage.getItem('preorder_form'), sessionStorage.getItem('contact_form')]).toEqual([
      null,
      null,
    ])
  })

  test('during the check leaves nobody signed in, whatever the check answers', async () => {
    setToken('good')
    let answerMe = () => {}
    const asked = new Promise<void>((begun) => {
      vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
        const json = (body: object) =>
          new Response(JSON.stringify(body), {
            headers: { 'content-type': 'application/graphql-response+json' },
          })
        if (JSON.parse(String(init.body)).operationName === 'Logout') return Promise.resolve(json(logout))
        return new Promise((resolve) => {
          answerMe = () => resolve(json({ data: { me: user } }))
          begun()
        })
      })
    })
    const checking = session.ready()
    await asked
    const leaving = session.logout()
    answerMe()
    await Promise.all([checking, leaving])
    expect(session.getState()).toEqual({ ...signedOut, error: null })
  })

  test.each([
    ['succeeds', logout],
    ['fails', offline],
  ])('leaves the next session alone when a late call %s', async (_, response) => {
    setToken('old')
    let respond = () => {}
    const responded = new Promise<void>((resolve) => {
      respond = resolve
    })
    mockGraph({
      Logout: () => responded.then(() => response),
      Login: loginAnswer({ token: 'new', user }),
    })
    const leaving = session.logout()
    await session.signIn(login(credentials))
    client.cache.writeQuery({ query: MeDocument, data: { me: { ...user, role: 'USER' } as const } })
    respond()
    expect(await leaving).toBeUndefined()
    expect(session.getState()).toMatchObject({ isAuthenticated: true, user: { id: user.id }, error: null })
    expect(client.readQuery({ query: MeDocument })?.me?.id).toBe(user.id)
  })

  test('drops the cache before the server responds', async () => {
    setToken('good')
    mockGraph({ Me: { data: { me: user } } })
    await session.ready()
    let cached: unknown = 'unset'
    mockGraph({
      Logout: () => {
        cached = client.extract()
        return logout
      },
    })
    await session.logout()
    expect(cached).toEqual({})
  })

  test('clears the person even when the call fails', async () => {
    setToken('good')
    mockGraph({ Logout: offline })
    expect(await session.logout()).toMatchObject({ ok: false })
    expect(session.getState()).toEqual({ ...signedOut, error: 'Logout failed' })
    expect(getToken()).toBeNull()
  })
})

describe('when another tab changes who is signed in', () => {
  const cached = () => client.readQuery({ query: MeDocument })?.me?.id

  beforeEach(async () => {
    setToken('good')
    mockGraph({ Me: { data: { me: user } } })
    await session.ready()
    expect(cached()).toBe(user.id)
  })

  test('nothing of the person before stays in the cache', async () => {
    setToken(null)
    await session.check()
    expect(session.getState()).toEqual({ ...signedOut, error: null })
    expect(cached()).toBeUndefined()
  })

  test('the next person starts with an empty cache', async () => {
    setToken('other')
    mockGraph({ Me: { data: { me: { ...user, id: 'u2' } } } })
    await session.check()
    expect(session.getState().user?.id).toBe('u2')
    expect(client.extract()).toEqual({})
  })

  test('a check that is overtaken by another answers nothing', async () => {
    const answers: (() => void)[] = []
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      const id = new Headers(init.headers).get('authorization') === 'Bearer other' ? 'u2' : 'u1'
      const body = JSON.stringify({ data: { me: { ...user, id } } })
      const headers = { 'content-type': 'application/graphql-response+json' }
      return new Promise((resolve) => answers.push(() => resolve(new Response(body, { headers }))))
    })
    const first = session.check()
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    setToken('other')
    const second = session.check()
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    for (const answer of answers.toReversed()) answer()
    await Promise.all([first, second])
    expect(session.getState().user?.id).toBe('u2')
  })

  test('what the person before has left in this tab goes', async () => {
    writeSession(sessionKeys.contactForm, { message: 'Hello' })
    setToken(null)
    await session.check()
    expect(sessionStorage.getItem('contact_form')).toBeNull()
  })

  test('the same person keeps the cache', async () => {
    await session.check()
    expect(cached()).toBe(user.id)
  })
})

describe('a request later on', () => {
  const refused = { data: null, errors: [{ message: 'Expired', extensions: { code: 'UNAUTHENTICATED' } }] }

  test('that finds the session ended removes the token and says so', async () => {
    setToken('old')
    mockGraph({ Me: refused })
    await client.query({ query: MeDocument }).catch(() => {})
    expect(getToken()).toBeNull()
    expect(ended).toHaveBeenCalledOnce()
  })

  test('that was sent with an older token leaves the new session alone', async () => {
    setToken('old')
    mockGraph({
      Me: () => {
        setToken('new')
        return refused
      },
    })
    await client.query({ query: MeDocument }).catch(() => {})
    expect(getToken()).toBe('new')
    expect(ended).not.toHaveBeenCalled()
  })

  test('of a visitor ends nothing', async () => {
    mockGraph({ Me: refused })
    await client.query({ query: MeDocument }).catch(() => {})
    expect(ended).not.toHaveBeenCalled()
  })
})
