import type { Page, WebSocket } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { openAdmin, rowOf, sharedAdmin } from './admin'
import { axe, shot } from './checks'
import { operationOf } from './graph'
import { placeOrder } from './orders'
import { graphql, type Server } from './server'
import { expect, rendered, test } from './test'

/** Resolves with the variables of the next subscription that the page begins. To be called before it does. */
async function subscribed(page: Page): Promise<{ after?: string }> {
  const socket: WebSocket = await page.waitForEvent('websocket')
  const { payload } = await socket.waitForEvent('framesent', ({ payload }) =>
    String(payload).includes('"type":"subscribe"'),
  )
  return JSON.parse(String(payload)).payload.variables
}

async function newOrder(server: Server) {
  const { token } = await createAccount(server)
  return { buyer: token, ...(await placeOrder(server, token)) }
}

/** Moves an order on as another administrator does. */
const move = async (server: Server, id: string, status: 'PAID' | 'PROCESSING', version: number) =>
  graphql(
    server,
    'mutation ($input: OrderStatusUpdateInput!) { orderStatusUpdate(input: $input) { order { id } } }',
    { input: { id, status, version } },
    await sharedAdmin(server),
  )

const preOrder = (server: Server, name: string) =>
  graphql(
    server,
    'mutation ($input: PreOrderCreateInput!) { preOrderCreate(input: $input) { userErrors { message } } }',
    {
      input: { name, email: 'ada@example.com', phone: '+31 20 555 0100', productName: 'SLAM', quantity: 1 },
    },
  )

test('orders come to the list, and what was missed comes after a pause', { tag: '@desktop' }, async ({
  page,
  server,
  context,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  let following = subscribed(page)
  const { main } = await openAdmin(page, server, '/admin/orders')
  expect(await following).not.toHaveProperty('after')
  await expect(main.getByText(/^Loading /)).toHaveCount(0)
  const first = await newOrder(server)
  await expect(rowOf(page, first.number)).toBeVisible()
  await expect(main.getByText('1 new order', { exact: true })).toHaveCount(1)
  await shot(page, 'live-orders')
  await move(server, first.id, 'PAID', 1)
  await expect(main.getByLabel(`Status of order ${first.number}`)).toHaveValue('PAID')

  following = subscribed(page)
  await context.setOffline(true)
  const missed = await newOrder(server)
  await context.setOffline(false)
  expect(await following).toHaveProperty('after')
  await expect(rowOf(page, missed.number)).toBeVisible()

  await main.getByLabel('Status', { exact: true }).selectOption('Paid')
  await expect(rowOf(page, missed.number)).toHaveCount(0)
  const elsewhere = await newOrder(server)
  const line = main.getByRole('link', { name: '1 new order Show' })
  await expect(line).toBeVisible()
  await axe(page)
  await shot(page, 'live-orders-elsewhere')
  await line.click()
  await expect(page).toHaveURL('/admin/orders')
  await expect(rowOf(page, elsewhere.number)).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('pre-orders come to the list', { tag: '@desktop' }, async ({ page, server }) => {
  const following = subscribed(page)
  await openAdmin(page, server, '/admin/preorders')
  await following
  await preOrder(server, 'Grace Live')
  await expect(rowOf(page, 'Grace Live')).toBeVisible()
})

test("the buyer's page follows the order, from the moment that it was read", { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { buyer, id, number } = await newOrder(server)
  await signInAs(page, buyer)
  const main = page.getByRole('main')
  await page.routeWebSocket('**/graphql', async (socket) => {
    await expect(main.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible()
    await move(server, id, 'PAID', 1)
    socket.connectToServer()
  })
  await page.goto(`/orders/${id}`)
  await expect(main.getByText('The status is now Paid')).toHaveCount(1)
  await expect(main.getByRole('definition').filter({ hasText: /^Paid$/ })).toBeVisible()
  await move(server, id, 'PROCESSING', 2)
  await expect(main.getByText('The status is now Processing')).toHaveCount(1)
})

test('the stock of a product follows, but nobody is told who does not look', { tag: '@desktop' }, async ({
  page,
  newProduct,
}) => {
  const { id, change } = await newProduct('Live Arm')
  // In no list, which others count.
  const stock = (left: number) => change({ stock: left, listed: false })
  const socket = page.waitForEvent('websocket')
  let following = subscribed(page)
  await page.goto(`/products/${id}`)
  await following
  await stock(0)
  const main = page.getByRole('main')
  await expect(main.getByText('Now out of stock')).toHaveCount(1)
  await stock(7)
  await expect(main.getByText('Now 7 in stock')).toHaveCount(1)
  await expect(main.getByText('7 in stock', { exact: true }).first()).toBeVisible()

  const closed = (await socket).waitForEvent('close')
  const look = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await look(true)
  await closed
  await stock(5)
  following = subscribed(page)
  await look(false)
  await following
  await expect(main.getByText('Now 5 in stock')).toHaveCount(1)
})

for (const { path, name } of [
  { path: '/products?q=Followed+Arm', name: 'the catalogue' },
  { path: '/compare?products=', name: 'a comparison' },
])
  test(`price and stock follow in ${name}`, { tag: '@desktop' }, async ({ page, newProduct }) => {
    const { id, change } = await newProduct('Followed Arm')
    const following = subscribed(page)
    await page.goto(path.endsWith('=') ? path + id : path)
    const main = page.getByRole('main')
    await expect(main.getByText('9 in stock').first()).toBeVisible()
    expect(await following).toMatchObject({ ids: expect.arrayContaining([id]) })
    await change({ stock: 4, price: '12.50' })
    await expect(main.getByText('4 in stock').first()).toBeVisible()
    await expect(main.getByText('$12.50').first()).toBeVisible()
  })

test('the home page follows the products that it shows', { tag: '@desktop' }, async ({ page }) => {
  const following = subscribed(page)
  await page.goto('/')
  expect(await following).toMatchObject({ ids: expect.arrayContaining(['3', '4', '7', '8']) })
})

for (const { path, operation } of [
  { path: '/', operation: 'Home' },
  { path: '/products', operation: 'Catalogue' },
  { path: '/compare?products=1,3', operation: 'Compare' },
])
  test(`${path} is asked for again in the background when somebody comes back to it`, {
    tag: '@desktop',
  }, async ({ page }) => {
    // Rendered by the server, so that the browser has asked nothing before.
    await rendered(page.request, path)
    await page.clock.install()
    await page.goto(path)
    const asked: string[] = []
    page.on('request', (request) => asked.push(operationOf(request).operationName ?? ''))
    const refreshes = () => asked.filter((name) => name === operation)
    const focus = () => page.evaluate(() => void window.dispatchEvent(new Event('focus')))
    await page.clock.fastForward(50_000)
    await focus()
    expect(refreshes()).toEqual([])
    await page.clock.fastForward(20_000)
    const answered = page.waitForResponse(
      (response) => operationOf(response.request()).operationName === operation,
    )
    await focus()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await answered
    await focus()
    expect(refreshes()).toEqual([operation])
  })
