import { type Client, createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { expect, test } from './test'

const productChanged = 'subscription { productChanged(ids: ["1"]) { id } }'
const again = { type: 'subscribe', payload: { query: productChanged } }

/** What the library is told when a socket ends: the close, or undefined for an end that it takes for completion. */
async function ends(client: Client): Promise<{ code?: number } | undefined> {
  return new Promise((resolve) => {
    client.subscribe(
      { query: productChanged },
      {
        next: () => {},
        error: (error) => resolve(error as { code?: number }),
        complete: () => resolve(undefined),
      },
    )
  })
}

test.describe('graphql-transport-ws by the library of the protocol', { tag: '@desktop' }, () => {
  test('a subscription begins with what is now', async ({ server }) => {
    const client = createClient({
      url: `${server.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
    })
    const first = await client.iterate({ query: productChanged }).next()
    expect(first.value.data).toEqual({ productChanged: { id: '1' } })
    await client.dispose()
  })

  test('a dead key is forbidden', async ({ server }) => {
    const client = createClient({
      url: `${server.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer orrery_${'0'.repeat(43)}` },
      retryAttempts: 0,
    })
    expect(await ends(client)).toMatchObject({ code: 4403 })
  })

  // The library keeps the protocol, so a message is slipped in that breaks it.
  for (const { name, text, code } of [
    { name: 'a second connection_init', text: JSON.stringify({ type: 'connection_init' }), code: 4429 },
    { name: 'what is no JSON', text: '{', code: 4400 },
    { name: 'a message of an unknown type', text: '{"type":"start"}', code: 4400 },
    { name: 'an id that is in use', text: '', code: 4409 },
  ]) {
    test(`${name} ends the socket for good`, async ({ server }) => {
      let opened = 0
      class Meddling extends WebSocket {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(url, protocols)
          opened++
          this.on('message', (data) => {
            const message = JSON.parse(String(data)) as { type: string; id: string }
            if (message.type === 'next') this.send(text || JSON.stringify({ ...again, id: message.id }))
          })
        }
      }
      const client = createClient({
        url: `${server.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: Meddling,
        retryAttempts: 3,
      })
      expect(await ends(client)).toMatchObject({ code })
      expect(opened).toBe(1)
    })
  }

  test('subscribing before connection_init is unauthorized', async ({ server }) => {
    class Hasty extends WebSocket {
      override send(data: never, ...rest: never[]) {
        if (String(data).includes('connection_init'))
          return super.send(JSON.stringify({ ...again, id: '1' }), ...rest)
        super.send(data, ...rest)
      }
    }
    const client = createClient({
      url: `${server.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: Hasty,
      retryAttempts: 3,
    })
    expect(await ends(client)).toMatchObject({ code: 4401 })
  })
})
