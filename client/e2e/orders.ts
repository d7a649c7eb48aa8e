import { randomUUID } from 'node:crypto'
import { graphql, type Server } from './server'

// A pre-order product doesn't reduce stock, which all tests of a worker share.
const assistant = '2'

export const damrak = { address: 'Damrak 1', city: 'Amsterdam', postalCode: '1012 LG', country: 'NL' }

/** Adds products to a customer's cart. */
export async function addToCart(server: Server, token: string, quantities: Record<string, number>) {
  const add = 'mutation ($input: CartItemAddInput!) { cartItemAdd(input: $input) { cart { itemCount } } }'
  for (const [productId, quantity] of Object.entries(quantities))
    await graphql(server, add, { input: { productId, quantity } }, token)
}

/** Places an order of one mobile assistant through the API. */
export async function placeOrder(server: Server, token: string, shippingInfo = damrak) {
  await addToCart(server, token, { [assistant]: 1 })
  const { orderPlace } = await graphql<{
    orderPlace: { order: { id: string; number: string; payment: { dueAt: string } } }
  }>(
    server,
    'mutation ($input: OrderPlaceInput!) { orderPlace(input: $input) { order { id number payment { dueAt } } } }',
    { input: { shippingInfo, idempotencyKey: randomUUID() } },
    token,
  )
  return orderPlace.order
}

/** All orders of a customer, newest first. */
export async function ordersOf(server: Server, token: string) {
  const { me } = await graphql<{
    me: { orders: { nodes: { id: string; number: string; shippingInfo: typeof damrak }[] } }
  }>(
    server,
    '{ me { orders { nodes { id number shippingInfo { address city postalCode country } } } } }',
    {},
    token,
  )
  return me.orders.nodes
}
