import type { Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { axe, noOverflow, shot, watchShifts } from './checks'
import { graph, operationOf } from './graph'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const arm = 'Robotic Arm with Linear Rail'
const assistant = 'Mobile Assistant'
const add = `mutation ($input: CartItemAddInput!) { cartItemAdd(input: $input) { cart { itemCount } } }`

/** Opens the cart of somebody new who has put these products into it. */
async function openCart(page: Page, server: Server, quantities: Record<string, number>) {
  const { token } = await createAccount(server)
  await signInAs(page, token)
  for (const [productId, quantity] of Object.entries(quantities))
    await graphql(server, add, { input: { productId, quantity } }, token)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible()
  return page.getByRole('main')
}

/** Lets `handle` answer the operation of this name; resolves to the inputs that were sent with it. */
async function intercept(page: Page, name: string, handle: Parameters<Page['route']>[1]) {
  const inputs: unknown[] = []
  await page.route(graph, async (route, request) => {
    const { operationName, variables } = operationOf(request)
    if (operationName !== name) return route.fallback()
    inputs.push(variables.input)
    return handle(route, request)
  })
  return inputs
}

test('an empty cart leads to the robots', { tag: '@desktop' }, async ({ page, server }) => {
  const main = await openCart(page, server, {})
  await expect(main.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
  await axe(page)
  await shot(page, 'cart-empty')
  await main.getByRole('link', { name: 'Browse Robots' }).click()
  await expect(page).toHaveURL('/products')
})

test('shows the lines, what limits them and what they come to', async ({ page, server }) => {
  const main = await openCart(page, server, { 1: 2, 2: 1 })
  const [first, second] = [main.getByRole('listitem').nth(0), main.getByRole('listitem').nth(1)]
  await expect(first.getByRole('link', { name: arm })).toHaveAttribute('href', '/product/1')
  await expect(first).toContainText('$25,999.00')
  await expect(first).toContainText('$51,998.00')
  await expect(first).not.toContainText('Maximum available quantity reached')
  await expect(first).toContainText(/Arrives \w+ \d+.+, 20\d\d, if paid by \w+ \d+, 20\d\d/)
  await expect(second).toContainText('Pre-order')
  await expect(second).toContainText(/Expected delivery \w+ \d+, 20\d\d/)
  await expect(second).toContainText('Maximum available quantity reached')
  await expect(second.getByRole('button', { name: /increase/i })).toBeDisabled()
  await expect(second.getByRole('button', { name: /decrease/i })).toBeDisabled()

  const summary = main.getByRole('region', { name: 'Order Summary' })
  await expect(summary.getByRole('definition')).toHaveText(['$70,997.00', '$7,099.70', 'Free', '$78,096.70'])
  await expect(summary.getByText('Tax (10%)')).toBeVisible()
  await expect(summary.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute(
    'href',
    '/checkout',
  )
  await expect(summary.getByRole('link', { name: 'Continue Browsing' })).toHaveAttribute('href', '/products')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'cart-lines')
  await first.getByRole('link', { name: arm }).click()
  await expect(page).toHaveURL('/products/1')
})

test('of fast clicks the last wanted quantity wins @desktop', async ({ page, server }) => {
  const main = await openCart(page, server, { 1: 1 })
  let release = () => {}
  const clicked = new Promise<void>((done) => {
    release = done
  })
  const sent = await intercept(page, 'CartItemUpdate', async (route) => {
    await clicked
    await route.continue()
  })
  const more = main.getByRole('button', { name: `Increase quantity of ${arm}` })
  for (let clicks = 0; clicks < 4; clicks++) await more.click()
  await expect(main.getByRole('group', { name: `Quantity of ${arm}` }).getByText('5')).toBeVisible()
  await expect(main.getByText('Maximum available quantity reached')).toBeVisible()
  await expect(more).toBeFocused()
  // What it comes to follows at once, everywhere.
  const sums = main.getByRole('region', { name: 'Order Summary' }).getByRole('definition')
  await expect(sums).toHaveText(['$129,995.00', '$12,999.50', 'Free', '$142,994.50'])
  await expect(main.getByRole('listitem').first()).toContainText('$129,995.00')
  await expect(main.getByText('5 items', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 5 items' })).toBeVisible()
  release()
  // The server has confirmed it.
  await expect(main.getByRole('region', { name: 'Order Summary' })).toHaveAttribute('aria-busy', 'false')
  await expect(main.getByText('$142,994.50')).toBeVisible()
  expect(sent).toEqual([
    { id: '1', quantity: 2 },
    { id: '1', quantity: 5 },
  ])
  await page.reload()
  await expect(main.getByText('$142,994.50')).toBeVisible()
})

test("the server's answer corrects what was shown at once @desktop", async ({ page, server }) => {
  const main = await openCart(page, server, { 1: 1 })
  const sums = main.getByRole('region', { name: 'Order Summary' }).getByRole('definition')
  let release = () => {}
  const seen = new Promise<void>((done) => {
    release = done
  })
  await intercept(page, 'CartItemUpdate', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.cartItemUpdate.cart.tax.amount = '1.00'
    await seen
    await route.fulfill({ response, json: answer })
  })
  await main.getByRole('button', { name: `Increase quantity of ${arm}` }).click()
  await expect(sums.nth(1)).toHaveText('$5,199.80')
  release()
  await expect(sums.nth(1)).toHaveText('$1.00')
})

test('the badge shows the count of the last time until the server answers, and moves nothing @desktop', async ({
  page,
  server,
  context,
}) => {
  await openCart(page, server, { 1: 2 })
  const badge = page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })
  await expect(badge).toBeVisible()
  const shifts = await watchShifts(page)
  let release = () => {}
  const looked = new Promise<void>((done) => {
    release = done
  })
  // Not of the page, which would take the server's rendering out of the documents.
  await context.route(graph, async (route) => {
    if (['Me', 'Cart'].includes(operationOf(route.request()).operationName ?? '')) await looked
    await route.fallback()
  })
  await page.goto('/about')
  await expect(badge).toBeVisible()
  expect(await shifts()).toBe(0)
  release()
  await expect(page.getByRole('banner').getByText('Vera Visitor')).toBeVisible()
  await expect(badge).toBeVisible()
})

test('takes a change back that failed, and says so @desktop', async ({ page, server, problems }) => {
  problems.allow(/ERR_FAILED|Failed to fetch/)
  const main = await openCart(page, server, { 1: 2 })
  const abort: Parameters<Page['route']>[1] = (route) => route.abort()
  const quantity = main.getByRole('group', { name: `Quantity of ${arm}` })

  await intercept(page, 'CartItemUpdate', abort)
  await main.getByRole('button', { name: /increase/i }).click()
  await expect(page.getByText('Error updating cart')).toBeVisible()
  await expect(quantity.getByText('2')).toBeVisible()

  await intercept(page, 'CartItemRemove', abort)
  await main.getByRole('button', { name: `Remove ${arm}` }).click()
  await expect(page.getByText('Error removing from cart')).toBeVisible()
  await expect(quantity).toBeVisible()

  await intercept(page, 'CartClear', abort)
  await main.getByRole('button', { name: 'Clear cart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear cart' }).click()
  await expect(page.getByText('Error clearing cart')).toBeVisible()
  await expect(quantity).toBeVisible()
})

test('removes a line and puts it back; clears everything after asking', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/ERR_FAILED|Failed to fetch/)
  const main = await openCart(page, server, { 1: 2, 2: 1 })
  await main.getByRole('button', { name: `Remove ${arm}` }).click()
  await expect(page.getByText('Item removed from cart')).toBeVisible()
  await expect(main.getByText('$20,898.90')).toBeVisible()
  await axe(page)
  await shot(page, 'cart-removed')

  const undo = main.getByRole('button', { name: `Undo removing ${arm}` })
  await page.route(graph, (route) => route.abort(), { times: 1 })
  await undo.click()
  await expect(page.getByText('Error adding to cart')).toBeVisible()
  await undo.click()
  await expect(main.getByText('$78,096.70')).toBeVisible()
  await expect(undo).toBeHidden()
  await expect(main.getByRole('heading', { name: 'Cart', level: 1 })).toBeFocused()

  await main.getByRole('button', { name: 'Clear cart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clear your cart?' })
  await axe(page)
  await dialog.getByRole('button', { name: 'Keep items' }).click()
  await expect(main.getByRole('link', { name: assistant })).toBeVisible()
  await main.getByRole('button', { name: 'Clear cart' }).click()
  await dialog.getByRole('button', { name: 'Clear cart' }).click()
  await expect(main.getByText('Your Cart is Empty')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
})

test('shows the remembered lines while the cart loads, and grey shapes without them @desktop', async ({
  page,
  server,
}) => {
  const main = await openCart(page, server, { 1: 2 })
  await expect(main.getByText('$57,197.80')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '')[0].quantity)).toBe(2)

  await intercept(page, 'Cart', () => undefined)
  await page.reload()
  await expect(main.getByText('Loading your cart')).toBeAttached()
  await expect(main.getByRole('link', { name: arm, exact: true })).toBeVisible()
  await expect(main.getByText('$57,197.80')).toBeHidden()
  await axe(page)
  await page.evaluate(() => localStorage.removeItem('cartItems'))
  await page.reload()
  await expect(main.getByText('Loading your cart')).toBeAttached()
  await expect(main.getByText(arm, { exact: true })).toBeHidden()
  await axe(page)
})

test('says why the cart did not come, and asks again @desktop', async ({ page, server, problems }) => {
  problems.allow(/ERR_FAILED|Failed to fetch|out of order/)
  let answer: 'none' | 'error' = 'none'
  await intercept(page, 'Cart', (route) =>
    answer === 'none'
      ? route.abort()
      : route.fulfill({ json: { errors: [{ message: 'The till is out of order' }], data: null } }),
  )
  const main = await openCart(page, server, { 1: 1 })
  await expect(main.getByText('Error!')).toBeVisible()
  await expect(main.getByText('Error fetching cart')).toBeVisible()
  await axe(page)
  await shot(page, 'cart-error')
  answer = 'error'
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText('The till is out of order')).toBeVisible()
  await page.unrouteAll()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('link', { name: arm, exact: true })).toBeVisible()
  await expect(main.getByText('Error!')).toBeHidden()
})

test('whoever signs out in another tab has to come back, and leaves no cart behind @desktop', async ({
  page,
  server,
  context,
}) => {
  await openCart(page, server, { 1: 1 })
  await expect(page.getByText('Order Summary')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/readyz')
  await other.evaluate(() => localStorage.removeItem('token'))
  await expect(page.getByText('Please login to proceed')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: '/cart' })
  expect(await page.evaluate(() => localStorage.getItem('cartItems'))).toBeNull()
})
