import { gql, type TypedDocumentNode } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './apollo'
import { useLiveSubscription } from './useLiveSubscription'

const document: TypedDocumentNode<object, { kinds: string[] }> = gql`
  subscription News($after: String, $kinds: [String!]) {
    eventAdded(after: $after, kinds: $kinds) {
      cursor
    }
  }
`

type Message = { type: string; payload?: unknown }

/** Stands in for the server's end of each socket. */
class Socket {
  static all: Socket[] = []
  sent: Message[] = []
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = () => {}
  closed = false
  constructor() {
    Socket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
  }
  receive(message: object) {
    this.onmessage({ data: JSON.stringify(message) })
  }
  accept() {
    this.onopen()
    this.receive({ type: 'connection_ack' })
  }
  get variables() {
    const { payload } = this.sent.find(({ type }) => type === 'subscribe') ?? {}
    return (payload as { variables: object }).variables
  }
}

const news = (cursor: string) => ({
  type: 'next',
  payload: { data: { eventAdded: { __typename: 'EventEdge', cursor } } },
})

beforeEach(() => {
  Socket.all = []
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', async () => new Response('ok'))
  // Every pause is over at once.
  vi.spyOn(Math, 'random').mockReturnValue(-0.5)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page that follows the news, with what it received. */
function follow() {
  const onData = vi.fn()
  const onMissed = vi.fn()
  function Page() {
    useLiveSubscription(document, { kinds: ['order.placed'] }, { onData, onMissed })
    return null
  }
  const page = render(
    <ApolloProvider client={createClient(() => {})}>
      <Page />
    </ApolloProvider>,
  )
  return { ...page, onData, onMissed }
}

/** The socket of a number, as soon as the page has opened it. */
const socket = (number: number) =>
  vi.waitFor(() => {
    const found = Socket.all[number]
    if (!found) throw new Error(`there is no socket ${number}`)
    return found
  })

test('goes on after the last cursor when the connection was lost', async () => {
  const { onData, onMissed, unmount } = follow()
  const first = await socket(0)
  first.accept()
  expect(first.variables).toEqual({ kinds: ['order.placed'] })
  expect(onMissed).toHaveBeenCalledTimes(1)
  act(() => first.receive(news('a')))
  await vi.waitFor(() => expect(onData).toHaveBeenCalledTimes(1))
  act(() => first.onclose())
  const second = await socket(1)
  second.accept()
  expect(second.variables).toEqual({ kinds: ['order.placed'], after: 'a' })
  expect(onMissed).toHaveBeenCalledTimes(1)
  second.receive({ type: 'ping' })
  expect(second.sent.at(-1)).toEqual({ type: 'pong' })
  unmount()
  expect(second.closed).toBe(true)
})

test('has what was missed asked for where no cursor is known', async () => {
  const { onMissed } = follow()
  const first = await socket(0)
  first.accept()
  expect(onMissed).toHaveBeenCalledTimes(1)
  act(() => first.onclose())
  const second = await socket(1)
  expect(onMissed).toHaveBeenCalledTimes(1)
  second.accept()
  expect(onMissed).toHaveBeenCalledTimes(2)
})

test('ends when it is refused, and tries again when the server is busy', async () => {
  follow()
  const refusal = (code: string) => ({ type: 'error', payload: [{ message: code, extensions: { code } }] })
  const first = await socket(0)
  first.accept()
  act(() => first.receive(refusal('RATE_LIMITED')))
  const second = await socket(1)
  second.accept()
  act(() => second.receive(refusal('FORBIDDEN')))
  await new Promise((done) => setTimeout(done, 50))
  expect(Socket.all).toHaveLength(2)
})
