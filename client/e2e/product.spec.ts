import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { axe, holdToasts, noOverflow, shot } from './checks'
import { answer, graph, refusal } from './graph'
import { addToCart } from './orders'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const signIn = async (page: Page, server: Server) => signInAs(page, (await createAccount(server)).token)
const getQuote = (page: Page) => page.getByRole('button', { name: 'Get Quote' })

test('shows a product in full', async ({ page }) => {
  await page.goto('/products/3')
  await expect(page.getByRole('heading', { level: 1, name: 'Six-Axis Fixed Arm' })).toBeVisible()
  await expect(page).toHaveTitle(/Orrery Robotics$/)
  const main = page.getByRole('main')
  await expect(main.getByText('3 in stock')).toBeVisible()
  await expect(main.getByText('$22,999.00').first()).toBeVisible()
  await expect(main.getByText('USD, excl. tax')).toBeVisible()
  const facts = main.getByRole('definition')
  await expect(facts.getByText('$25,298.90')).toBeVisible() // with tax of 10%
  const arrival = facts.getByRole('link', { name: /^\w+ \d+.+, 20\d\d$/ })
  await expect(arrival).toHaveAttribute('href', '/terms#delivery')
  await expect(facts.getByText(/if paid by \w+ \d+, 20\d\d$/)).toBeVisible()
  await expect(facts.getByRole('link', { name: '24 months' })).toHaveAttribute('href', '/terms#warranty')
  for (const price of ['€2,299', '€22,999', '€1,499']) await expect(main.getByText(price)).toBeVisible()
  await expect(main.getByRole('button', { name: /^Choose Plan/ })).toHaveCount(3)
  await expect(main.getByRole('heading', { name: 'What customers say' })).toBeVisible()
  await expect(main.getByText('Katarzyna Nowak')).toBeVisible()

  await expect(main.getByRole('tab', { name: 'Features' })).toHaveAttribute('aria-selected', 'true')
  await expect(main.getByRole('heading', { name: 'Encoders behind the gear' })).toBeVisible()
  await shot(page, 'product')
  await axe(page)
  await noOverflow(page)
  await main.getByRole('tab', { name: 'Specifications' }).click()
  await expect(main.getByRole('row', { name: /^Tool flange/ })).toBeVisible()
  await axe(page)
  await main.getByRole('tab', { name: 'Technical Details' }).click()
  await expect(main.getByRole('tabpanel').getByText('Control cycle of 1 ms over EtherCAT')).toBeVisible()

  await main.getByRole('link', { name: 'Back to Products' }).click()
  await expect(page).toHaveURL('/products')
})

test('says what an arm carries with a gripper, and what else is checked', { tag: '@desktop' }, async ({
  page,
  problems,
}) => {
  problems.allow(/ArmLoad/)
  const main = page.getByRole('main')
  await page.goto('/products/1')
  await expect(
    main.getByText(
      'With the Parallel Gripper (0.9 kg), 5.1 kg of 6 kg (up to 2 m/s² rail acceleration) is left for the part.',
    ),
  ).toContainText('The gripper holds 3 kg (by friction; 5 kg by shape).')
  await expect(main.getByText('to see reach, load with a gripper, cycle time and energy.')).toBeVisible()
  await main.getByRole('link', { name: 'Check the fit' }).click()
  await expect(page).toHaveURL('/compare?products=1,7')

  await page.goto('/products/7')
  await expect(main.getByText('80 mm').first()).toBeVisible()
  await expect(main.getByText('left for the part')).toHaveCount(0)

  await answer(page, 'ArmLoad', refusal('Something went wrong'))
  await page.goto('/products/10')
  await expect(main.getByText('What customers say')).toBeVisible()
  await expect(main.getByText('left for the part')).toHaveCount(0)
})

test('leads to no part that the page does not have', { tag: '@desktop' }, async ({ page, newProduct }) => {
  const { id } = await newProduct('Bare Rover')
  await page.goto(`/products/${id}`)
  const links = page.getByRole('navigation', { name: 'More about this product' }).getByRole('link')
  await expect(links).toHaveText(['Documents', 'Reviews', 'Compare'])

  await page.goto('/products?q=Bare+Rover')
  const sheet = page.getByRole('article', { name: 'Bare Rover' })
  await expect(sheet.locator('svg[viewBox="-18 -11 60 45"]')).toBeVisible()
  await expect(sheet.locator('.ticks')).toHaveCount(0)
})

test('says in the demo dialog that there is no film yet', { tag: '@desktop' }, async ({ page }) => {
  await page.route(graph, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    if (json.data?.product) json.data.product.video = null
    await route.fulfill({ response, json })
  })
  await page.goto('/products/1')
  await page.getByRole('button', { name: 'Watch Demo' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Coming Soon', { exact: true })).toBeVisible()
  await shot(page, 'product-demo')
  await axe(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Watch Demo' })).toBeFocused()
})

test('adds what a visitor wanted after signing in', { tag: '@desktop' }, async ({ page, server }) => {
  const { email, password } = await createAccount(server)
  await page.goto('/products/3')
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await getQuote(page).click()
  await expect(page.getByText('Please login to add items to cart')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.getByLabel(/email/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Added to cart successfully!')).toBeVisible()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('main').getByText('$45,998.00').first()).toBeVisible()
})

test('adds after signing in also what somebody wanted whose session had ended', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/CartItemAdd:|Cart:|Failed to load resource/)
  const { token, email, password } = await createAccount(server)
  await signInAs(page, token)
  // Otherwise the page would learn of the session's end before the press: by an event, or from what it still asks.
  await page.routeWebSocket('**/graphql', () => {})
  await page.goto('/products/3', { waitUntil: 'networkidle' })
  await expect(page.getByRole('banner').getByText('Vera Visitor')).toBeVisible()
  await graphql(server, 'mutation { userLogout { loggedOut } }', {}, token)
  await getQuote(page).click()
  await expect(page.getByText('Please login to add items to cart')).toBeVisible()
  await expect(page).toHaveURL('/login')
  const main = page.getByRole('main')
  await main.getByLabel('Email Address').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Added to cart successfully!')).toBeVisible()
  await expect(page).toHaveURL('/products/3')
})

test('adds for somebody whose session is still being checked', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token } = await createAccount(server)
  await signInAs(page, token)
  let end = () => {}
  const checked = new Promise<'pass'>((resolve) => {
    end = () => resolve('pass')
  })
  await answer(page, 'Me', checked)
  await page.goto('/products/1')
  await getQuote(page).click()
  await expect(page.getByText('Added to cart successfully!')).toBeVisible()
  end()
  await expect(page.getByRole('link', { name: 'Profile: Vera Visitor' })).toBeVisible()
  await expect(page).toHaveURL('/products/1')
})

test('adds to the cart up to the maximum', { tag: '@desktop' }, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('/products/3')
  const more = page.getByRole('button', { name: /^Increase quantity/ })
  await more.click()
  await more.click()
  await expect(more).toBeDisabled()

  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(graph, async (route) => {
    await held
    await route.continue()
  })
  await getQuote(page).click()
  await expect(page.getByRole('button', { name: 'Adding...' }).first()).toBeDisabled()
  answer()
  await expect(page.getByText('Added to cart successfully!')).toBeVisible()
  await expect(getQuote(page)).toBeEnabled()

  await expect(page.getByText('Added to cart successfully!')).toBeHidden()
  await getQuote(page).click()
  await expect(page.getByText('Maximum available quantity reached')).toBeVisible()
  // At once: a toast goes by itself.
  expect(await page.getByText(/^Added/).count()).toBe(0)
})

test('says how many were added when it was not all of them', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token } = await createAccount(server)
  await addToCart(server, token, { 3: 2 })
  await signInAs(page, token)
  await page.goto('/products/3')
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await getQuote(page).click()
  await expect(page.getByText('Added 1 of 2 to cart')).toBeVisible()
  await holdToasts(page)
  await expect(page.getByText('Maximum available quantity reached')).toBeVisible()
  await expect(page.getByText('Added to cart successfully!')).toHaveCount(0)

  // The notification leaves the cart's badge in sight, and leads there.
  const toast = await page.getByText('Added 1 of 2 to cart').boundingBox()
  const header = await page.getByRole('banner').boundingBox()
  expect(toast?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0))
  await page.getByRole('button', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
})

test('adds a pre-order item as such, and by the purchase plan', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await page.goto('/products/2')
  await expect(page.getByRole('main').getByText(/^expected \w+ \d+, \d{4}$/)).toBeVisible()
  await getQuote(page).click()
  await expect(page.getByText('Added to cart as pre-order!')).toBeVisible()
  await page.goto('/products/1')
  await page.getByRole('button', { name: 'Choose Plan: Purchase' }).click()
  await expect(page.getByText('Added to cart successfully!')).toBeVisible()
})

test('takes a plan to the pre-order form', { tag: '@desktop' }, async ({ page, server }) => {
  await page.goto('/products/1')
  await page.getByRole('button', { name: 'Choose Plan: Rental' }).click()
  await expect(page.getByText('Please login to place a pre-order')).toBeVisible()
  await expect(page).toHaveURL('/login')
  const { email, password } = await createAccount(server)
  const main = page.getByRole('main')
  await main.getByLabel('Email Address').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/preorder')
  await expect(main.getByLabel('Message')).toHaveValue('Rental plan: €2,999 per month')

  await signIn(page, server)
  await page.goto('/products/1')
  await page.getByRole('button', { name: 'Choose Plan: Rental' }).click()
  await expect(page).toHaveURL('/preorder')
  const chosen = await page.evaluate(() => JSON.parse(localStorage.getItem('preOrderProduct') ?? '{}'))
  expect(chosen).toMatchObject({ id: '1', plan: 'Rental plan: €2,999 per month' })
})

test('shows what is known of an announced product', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products/8')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Linear Slider Rail' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
  for (const part of ['Key Highlights', 'Included Modules / Parts', 'Specifications'])
    await expect(main.getByRole('heading', { name: part })).toBeVisible()
  await expect(getQuote(page)).toHaveCount(0)
  await shot(page, 'product-coming-soon')
  await axe(page)
  await noOverflow(page)
  await main.getByRole('button', { name: 'Pre-order Now' }).first().click()
  await expect(page.getByText('Please login to place a pre-order')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await main.getByRole('link', { name: 'Create an account' }).click()
  await main.getByLabel('Full Name').fill('Vera Newcomer')
  await main.getByLabel('Email Address').fill(`${randomUUID()}@example.com`)
  await main.getByLabel('Password', { exact: true }).fill('Long-Enough-1!')
  await main.getByLabel('Confirm Password', { exact: true }).fill('Long-Enough-1!')
  await main.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/preorder')
  await expect(main.getByRole('heading', { name: 'Linear Slider Rail' })).toBeVisible()
})

test('keeps a place for what is not announced', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products/12')
  await expect(page.getByRole('heading', { level: 1, name: 'Coming Soon Product' })).toBeVisible()
  await shot(page, 'product-placeholder')
  await axe(page)
  await noOverflow(page)
})

test('says that there is no such product', { tag: '@desktop' }, async ({ page, problems }) => {
  problems.allow(/404/)
  const response = await page.goto('/products/99')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await axe(page)
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('says when it can not be loaded, and tries again', { tag: '@desktop' }, async ({ page, problems }) => {
  problems.allow(/graphql|Product/)
  await page.route(graph, (route) => route.fulfill({ json: { errors: [{ message: 'Out for repair' }] } }))
  await page.goto('/product/3')
  await expect(page).toHaveURL('/products/3')
  await expect(page.getByRole('alert')).toContainText("Couldn't load this product")
  await expect(page.getByRole('alert')).toContainText('Out for repair')
  await axe(page)
  await page.unroute(graph)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Six-Axis Fixed Arm' })).toBeVisible()
})

test('a word that is longer than the screen is broken', { tag: '@desktop' }, async ({ page, newProduct }) => {
  const { id } = await newProduct('Hochgeschwindigkeitspalettierroboter mit Vakuumgreifer')
  for (const path of [`/products/${id}`, '/products', `/products?q=${'z'.repeat(100)}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await noOverflow(page)
  }
})
