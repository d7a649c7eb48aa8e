import type { Locator, Page } from '@playwright/test'
import { adminToken, signInAs } from './accounts'
import { graphql, type Server } from './server'

const tokens = new Map<string, Promise<string>>()

/** A session of the demo's administrator, one per server. */
export function sharedAdmin(server: Server): Promise<string> {
  const token = tokens.get(server.url) ?? adminToken(server)
  tokens.set(server.url, token)
  return token
}

/** Opens a screen of the administration; returns the token too, for changes through the API. */
export async function openAdmin(page: Page, server: Server, path: string) {
  const token = await sharedAdmin(server)
  await signInAs(page, token)
  await page.goto(path)
  return { token, main: page.getByRole('main') }
}

/** Creates an industrial product with a stock of nine, at $10; returns its ID and a function that changes it. */
export async function createProduct(server: Server, name: string) {
  const admin = await sharedAdmin(server)
  const { productCreate } = await graphql<{ productCreate: { product: { id: string } } }>(
    server,
    'mutation ($input: ProductCreateInput!) { productCreate(input: $input) { product { id } } }',
    { input: { name, price: '10.00', stock: 9, category: 'Industrial', description: 'Made for a test.' } },
    admin,
  )
  const { id } = productCreate.product
  const change = (changed: object) =>
    graphql(
      server,
      'mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) { product { id } } }',
      { input: { id, ...changed } },
      admin,
    )
  return { id, change }
}

/** The list row with this text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('main').getByRole('row').filter({ hasText: text })

const connections = {
  preOrders: 'PreOrderConnection',
  contactMessages: 'ContactMessageConnection',
  webhooks: 'WebhookConnection',
  quotes: 'QuoteConnection',
}

/** A mocked response with an empty list. */
export const nothing = (field: keyof typeof connections) => ({
  data: {
    [field]: {
      __typename: connections[field],
      nodes: [],
      totalCount: 0,
      pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
    },
  },
})
