import { CombinedGraphQLErrors, gql, ServerError, type TypedDocumentNode } from '@apollo/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockGraph } from '~/test/mockGraph'
import { createClient, errorMessage } from './apollo'
import { setToken } from './token'

/** A document as `npm run codegen` writes it: the server knows it by its hash. */
const trusted = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
) => Object.assign(document, { __meta__: 'HASH' })

const Count = trusted<{ products: { totalCount: number } }, { text: string }>(gql`
  query Count($text: String!) {
    products(filter: { search: $text }) {
      totalCount
    }
  }
`)
const SignOut = trusted<{ userLogout: { loggedOut: boolean } }, Record<string, never>>(gql`
  mutation SignOut {
    userLogout {
      loggedOut
    }
  }
`)

const found = { data: { products: { __typename: 'ProductConnection', totalCount: 3 } } }
const done = { data: { userLogout: { __typename: 'UserLogoutPayload', loggedOut: true } } }
const unknown = { errors: [{ message: 'send its text', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] }

let client: ReturnType<typeof createClient>
const search = (text: string) => client.query({ query: Count, variables: { text } })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  client = createClient(vi.fn())
})

afterEach(() => vi.unstubAllGlobals())

test('visitors ask by GET, so that the answer can be kept and asked for again', async () => {
  const calls = mockGraph({ Count: found })
  const fetched = vi.spyOn(globalThis, 'fetch')
  await search('käse & brot')
  expect(calls).toEqual([
    {
      method: 'GET',
      operationName: 'Count',
      variables: { text: 'käse & brot' },
      extensions: '{"persistedQuery":{"sha256Hash":"HASH"}}',
      authorization: null,
    },
  ])
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toMatch(/^\/graphql\?operationName=Count&variables=/)
  expect(init).toMatchObject({ cache: 'no-cache' })
  expect(init?.body).toBeUndefined()
})

test('signed-in users and mutations use POST', async () => {
  const calls = mockGraph({ Count: found, SignOut: done })
  await client.mutate({ mutation: SignOut })
  setToken('good')
  await search('arm')
  expect(
    calls.map(({ operationName, method, authorization }) => [operationName, method, authorization]),
  ).toEqual([
    ['SignOut', 'POST', null],
    ['Count', 'POST', 'Bearer good'],
  ])
})

test('what an address can not hold is asked by POST', async () => {
  const calls = mockGraph({ Count: found })
  await search('x'.repeat(1800))
  await search('ü'.repeat(320))
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST'])
})

test('a server that does not know the question gets its text', async () => {
  let answer: object = unknown
  const calls = mockGraph({
    Count: () => {
      const given = answer
      answer = found
      return given
    },
  })
  expect((await search('arm')).data).toEqual(found.data)
  expect(calls.map(({ method, query }) => [method, query?.slice(0, 11)])).toEqual([
    ['GET', undefined],
    ['POST', 'query Count'],
  ])
})

test('a question that was lost is asked again the same way', async () => {
  vi.useFakeTimers()
  let lost = 1
  const calls = mockGraph({ Count: () => (lost-- > 0 ? new TypeError('Failed to fetch') : found) })
  const asked = search('arm')
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  expect((await asked).data).toEqual(found.data)
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET'])
})

test('what is refused is written to the console, as failures are', async () => {
  const userErrors = [{ __typename: 'UserError', message: 'Wrong email or password' }]
  const Leave = trusted<object, Record<string, never>>(gql`
    mutation Leave {
      userLogout {
        loggedOut
        userErrors {
          message
        }
      }
    }
  `)
  mockGraph({
    Leave: { data: { userLogout: { __typename: 'UserLogoutPayload', loggedOut: false, userErrors } } },
  })
  await client.mutate({ mutation: Leave })
  expect(vi.mocked(console.error).mock.calls).toEqual([['Leave was refused: Wrong email or password']])
})

const answered = (status: number, bodyText: string) =>
  new ServerError('Response not successful', { response: new Response(bodyText, { status }), bodyText })

test.each([
  [
    'a lost connection',
    new TypeError('Failed to fetch'),
    "Can't reach the shop. Check your connection and try again.",
  ],
  [
    'a lost connection in Safari',
    new TypeError('Load failed'),
    "Can't reach the shop. Check your connection and try again.",
  ],
  [
    'no answer in time',
    new DOMException('signal timed out', 'TimeoutError'),
    'The shop took too long to respond. Please try again.',
  ],
  ['a gateway', answered(503, '<h1>Busy</h1>'), 'The shop is unavailable right now. Please try again.'],
  [
    'a refusal beside the graph',
    answered(429, '{"message":"Try again in 2 minutes."}'),
    'Try again in 2 minutes.',
  ],
  ['an error of the graph', answered(500, '{"errors":[{"message":"Internal"}]}'), 'Internal'],
  ['the graph', new CombinedGraphQLErrors({ errors: [{ message: 'The cart is full' }] }), 'The cart is full'],
  ['a failure that says nothing', answered(500, ''), 'Something went wrong. Please try again.'],
  [
    'a mistake of ours',
    new TypeError("Cannot read properties of undefined (reading 'id')"),
    'Something went wrong. Please try again.',
  ],
])('in words for people: %s', (_, error, words) => {
  expect(errorMessage(error)).toBe(words)
})
