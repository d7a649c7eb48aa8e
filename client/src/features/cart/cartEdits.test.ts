import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, toastStore } from '~/ui/toasts'
import { CartDocument } from './Cart.gen'
import { CartEdits } from './cartEdits'
import { cartEditsState } from './cartEditsState'

type Sent = { name: string; input: { id?: string; productId?: string; quantity?: number } }
type Reply = { cart: object | null; userErrors?: { message: string }[] } | Error

const usd = { __typename: 'Money', amount: '1.00', currency: 'USD' }
const latency = 100
let sent: Sent[]
let replies: Reply[]
let edits: CartEdits
/** How long the cart's query takes. */
let queryLatency: number

/** A cart with the given quantities by product. */
function cart(quantities: Record<string, number>) {
  const items = Object.entries(quantities).map(([productId, quantity]) => ({
    __typename: 'CartItem',
    id: `line-${productId}`,
    productId,
    quantity,
    name: `Robot ${productId}`,
    image: null,
    price: usd,
    addedPrice: usd,
    lineTotal: usd,
    stock: 9,
    maxQuantity: 9,
    isPreorder: false,
    expectedDelivery: null,
    delivery: null,
  }))
  const sum = { subtotal: usd, tax: usd, shipping: usd, total: usd, taxPercent: '10' }
  return { __typename: 'Cart', items, itemCount: items.length, ...sum }
}

/** Responds to each operation after a delay: with the next reply, or by echoing the request. */
const link = new ApolloLink(
  ({ operationName: name = '', variables }) =>
    new Observable((observer) => {
      sent.push({ name, input: variables.input })
      const { id = '1', quantity = 0 } = variables.input ?? {}
      const reply = replies.shift() ?? { cart: cart({ [id]: quantity }) }
      setTimeout(
        () => {
          if (reply instanceof Error) return observer.error(reply)
          const field = name.charAt(0).toLowerCase() + name.slice(1)
          observer.next({
            data: name === 'Cart' ? { cart: reply.cart } : { [field]: { userErrors: [], ...reply } },
          })
          observer.complete()
        },
        name === 'Cart' ? queryLatency : latency,
      )
    }),
)

let client: ApolloClient

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  replies = []
  queryLatency = latency
  client = new ApolloClient({
    link,
    cache: new InMemoryCache({
      typePolicies: { Cart: { keyFields: [], fields: { items: { merge: false } } } },
    }),
  })
  edits = new CartEdits(client)
})

afterEach(() => {
  vi.useRealTimers()
  for (const { id } of toastStore.get()) dismissToast(id)
})

const answers = (count: number) => vi.advanceTimersByTimeAsync(latency * count)
const toasts = () => toastStore.get().map(({ message }) => message)
const update = (id: string, quantity: number) => ({ name: 'CartItemUpdate', input: { id, quantity } })

test('of fast clicks it sends the first and the last, one after the other', async () => {
  for (const quantity of [2, 3, 4, 5]) void edits.set('1', quantity)
  expect(cartEditsState.get().unconfirmed.get('1')).toBe(5)
  await answers(0)
  for (const quantity of [6, 7]) void edits.set('1', quantity)
  await answers(0)
  expect(sent).toEqual([update('1', 5)])
  await answers(1)
  expect(sent).toEqual([update('1', 5), update('1', 7)])
  expect(cartEditsState.get()).toEqual({ unconfirmed: new Map([['1', 7]]), busy: true })
  await answers(1)
  expect(sent).toHaveLength(2)
  expect(cartEditsState.get()).toEqual({ unconfirmed: new Map(), busy: false })
})

test('never has two changes of the cart on the way', async () => {
  void edits.set('1', 2)
  void edits.set('2', 4)
  await answers(0)
  expect(sent).toEqual([update('1', 2)])
  await answers(1)
  expect(sent).toEqual([update('1', 2), update('2', 4)])
})

test("the server's cart takes the place of the cached one", async () => {
  replies = [{ cart: cart({ 1: 1, 2: 1 }) }, { cart: cart({ 2: 1 }) }]
  void client.query({ query: CartDocument })
  await answers(1)
  const removed = edits.set('1', 0)
  await answers(1)
  expect(await removed).toBe(true)
  expect(sent[1]).toEqual({ name: 'CartItemRemove', input: { id: '1' } })
  expect(client.readQuery({ query: CartDocument })?.cart.items.map((item) => item.productId)).toEqual(['2'])
})

test('an older cart that comes after a change does not stay', async () => {
  queryLatency = 3 * latency
  replies = [{ cart: cart({ 1: 1 }) }, { cart: cart({ 1: 2 }) }, { cart: cart({ 1: 2 }) }]
  const page = client.watchQuery({ query: CartDocument, fetchPolicy: 'cache-and-network' })
  const shown = page.subscribe(() => undefined)
  await answers(0)
  void edits.set('1', 2)
  await answers(6)
  expect(sent.map(({ name }) => name)).toEqual(['Cart', 'CartItemUpdate', 'Cart'])
  expect(page.getCurrentResult().data?.cart?.items?.[0]?.quantity).toBe(2)
  shown.unsubscribe()
})

test('a failure takes back every wish of that line, says so, and leaves other lines alone', async () => {
  replies = [new Error('offline')]
  void edits.set('1', 2)
  void edits.set('2', 3)
  await answers(0)
  const later = edits.set('1', 3)
  await answers(1)
  expect(cartEditsState.get().unconfirmed).toEqual(new Map([['2', 3]]))
  expect(toasts()).toEqual(['Error updating cart'])
  await answers(1)
  expect(await later).toBe(false)
  expect(sent).toEqual([update('1', 2), update('2', 3)])
})

test('a refusal shows what the server said, and the cart as the server has it', async () => {
  const refusal = { cart: null, userErrors: [{ message: 'This item is not in your cart' }] }
  replies = [{ cart: cart({ 1: 1 }) }, refusal, { cart: cart({}) }]
  const page = client.watchQuery({ query: CartDocument }).subscribe(() => undefined)
  await answers(1)
  const set = edits.set('1', 2)
  await answers(2)
  expect(await set).toBe(false)
  expect(toasts()).toEqual(['This item is not in your cart'])
  expect(client.readQuery({ query: CartDocument })?.cart.items).toEqual([])
  page.unsubscribe()
})

test.each([
  ['Error updating cart', () => edits.set('1', 2)],
  ['Error removing from cart', () => edits.set('1', 0)],
  ['Error adding to cart', () => edits.restore({ productId: '1', quantity: 2 })],
  ['Error clearing cart', () => edits.clear()],
])('%s: what a silent failure is called', async (message, change) => {
  replies = [new Error('offline')]
  const changed = change()
  await answers(1)
  expect(await changed).toBe(false)
  expect(toasts()).toEqual([message])
  expect(cartEditsState.get()).toEqual({ unconfirmed: new Map(), busy: false })
})
