import type { Locator, Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { type Answer, answer, graph, operationOf, refusal } from './graph'
import { addToCart, damrak, ordersOf, placeOrder } from './orders'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const assistant = { 2: 1 }

/** Opens the checkout of somebody new who has put these products into the cart. */
async function openCheckout(page: Page, server: Server, quantities: Record<string, number> = assistant) {
  const { token } = await createAccount(server)
  await addToCart(server, token, quantities)
  await signInAs(page, token)
  await page.goto('/checkout')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()
  const form = {
    address: main.getByLabel('Address'),
    city: main.getByLabel('City'),
    postalCode: main.getByLabel('Postal code'),
    country: main.getByLabel('Country'),
  }
  const fill = async () => {
    await form.address.fill(damrak.address)
    await form.city.fill(damrak.city)
    await form.postalCode.fill(damrak.postalCode)
    await form.country.selectOption(damrak.country)
  }
  return {
    ...form,
    fill,
    token,
    main,
    placeOrder: main.getByRole('button', { name: /^Place order/ }),
    tryAgain: main.getByRole('button', { name: 'Try again' }),
  }
}

const refused = (userErrors: object[]) => ({ data: { orderPlace: { order: null, userErrors } } })
const placed = (page: Page) => page.getByRole('heading', { name: 'Order placed', level: 1 })

/** Lets orders reach the server and loses what it answers, until the returned function is called. */
async function loseAnswers(page: Page) {
  let losing = true
  await page.route(graph, async (route) => {
    if (!losing || operationOf(route.request()).operationName !== 'OrderPlace') return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return () => {
    losing = false
  }
}

test('shows what is ordered, what it comes to and how it is paid', async ({ page, server }) => {
  const { main, address, city, postalCode, country, placeOrder } = await openCheckout(page, server, {
    1: 2,
    2: 1,
  })
  for (const [field, token] of [
    [address, 'shipping address-line1'],
    [city, 'shipping address-level2'],
    [postalCode, 'shipping postal-code'],
    [country, 'shipping country'],
  ] as const)
    await expect(field).toHaveAttribute('autocomplete', token)
  await expect(country).toHaveValue('NL')
  const names = await country.getByRole('option').allTextContents()
  expect(names.slice(0, 3)).toEqual(['Netherlands', 'Afghanistan', 'Åland Islands'])
  expect(names).toHaveLength(250)

  const [first, second] = [main.getByRole('listitem').nth(0), main.getByRole('listitem').nth(1)]
  await expect(first).toContainText('Robotic Arm with Linear Rail')
  await expect(first).toContainText('2 × $25,999.00')
  await expect(first).toContainText('$51,998.00')
  await expect(first).toContainText(/Arrives \w+ \d+.+, 20\d\d, if paid by \w+ \d+, 20\d\d/)
  await expect(second).toContainText('Mobile Assistant')
  await expect(second).toContainText(/Pre-orderExpected delivery \w+ \d+, 20\d\d/)
  const summary = main.getByRole('region', { name: 'Order Summary' })
  await expect(summary.getByRole('definition')).toHaveText(['$70,997.00', '$7,099.70', 'Free', '$78,096.70'])
  await expect(summary.getByText('Tax (10%)')).toBeVisible()
  await expect(main.getByRole('region', { name: 'Payment' })).toContainText('Bank transfer on invoice')
  await expect(main.getByRole('link', { name: 'Edit cart' })).toHaveAttribute('href', '/cart')
  await expect(main.getByRole('link', { name: 'terms of sale' })).toHaveAttribute('href', '/terms')
  await expect(placeOrder).toBeEnabled()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'checkout')
})

test('names what is missing or wrong on its field, and keeps what was typed', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { address, city, postalCode, country, placeOrder, token } = await openCheckout(page, server)
  await city.fill('Amsterdam')
  await placeOrder.click()
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/Address is required/)
  await expect(postalCode).toHaveAccessibleDescription('Postal code is required')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'checkout-errors')

  await address.fill('Damrak 1')
  await postalCode.fill('99')
  await placeOrder.click()
  await expect(postalCode).toHaveAccessibleDescription('Postal code must match the country, such as 1012 AB')
  await expect(postalCode).toBeFocused()
  expect(await ordersOf(server, token)).toEqual([])

  await country.selectOption('Germany')
  await page.reload()
  await expect(address).toHaveValue('Damrak 1')
  await expect(city).toHaveValue('Amsterdam')
  await expect(postalCode).toHaveValue('99')
  await expect(country).toHaveValue('DE')
})

test('a double click orders once; the order takes the place of the checkout', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token, placeOrder, ...form } = await openCheckout(page, server)
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await form.fill()
  const sent = await answer(page, 'OrderPlace', Promise.resolve('pass'))
  await placeOrder.dblclick()
  await expect(placed(page)).toBeFocused()
  expect(sent).toHaveLength(1)
  const [order, ...others] = await ordersOf(server, token)
  expect(others).toEqual([])
  expect(order?.shippingInfo).toEqual(damrak)
  await expect(page).toHaveURL(`/orders/${order?.id}`)
  await expect(page.getByRole('main').getByText(/Thank you\. We've received order OR-\d+/)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('checkout'))).toBeNull()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'order-placed')
  await page.goBack()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
})

test('shows a changed total beside the one that was seen, and asks again', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  let before = true
  await page.route(graph, async (route) => {
    if (!before || operationOf(route.request()).operationName !== 'Cart') return route.fallback()
    const response = await route.fetch()
    const json = await response.json()
    json.data.cart.total.amount = '18000.00'
    json.data.cart.items[0].addedPrice.amount = '17999.00'
    await route.fulfill({ response, json })
  })
  const { main, placeOrder, token, ...form } = await openCheckout(page, server)
  await expect(main.getByText('Price changed: it was $17,999.00 when you added it.')).toBeVisible()
  await form.fill()
  before = false
  await placeOrder.click()
  const box = main.getByRole('alert')
  await expect(box).toContainText('The total has changed. Your order has not been placed.')
  await expect(box.getByRole('definition')).toHaveText(['$18,000.00', '$20,898.90'])
  await expect(form.address).toHaveValue('Damrak 1')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'checkout-price')
  expect(await ordersOf(server, token)).toEqual([])
  await main.getByRole('button', { name: 'Place order for $20,898.90' }).click()
  await expect(placed(page)).toBeVisible()
  expect(await ordersOf(server, token)).toHaveLength(1)
})

test('names lines that can not be delivered, and leads back to the cart', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { main, placeOrder, ...form } = await openCheckout(page, server, { 1: 2 })
  await form.fill()
  const message = 'Only 1 of Robotic Arm with Linear Rail available'
  const other = 'Gripper is not for sale yet'
  await answer(
    page,
    'OrderPlace',
    refused([
      { message, code: 'OUT_OF_STOCK', field: null },
      { message: other, code: 'NOT_FOR_SALE', field: null },
    ]),
  )
  await placeOrder.click()
  const box = main.getByRole('alert')
  await expect(box.getByRole('listitem')).toHaveText([message, other])
  await axe(page)
  await shot(page, 'checkout-stock')
  await box.getByRole('link', { name: 'Edit cart' }).click()
  await expect(page).toHaveURL('/cart')
  await page.goBack()
  await expect(form.address).toHaveValue('Damrak 1')

  // A key that nobody can account for is given up, so that the next order is not refused as well.
  const reused = { message: 'Used', code: 'KEY_REUSED', field: ['idempotencyKey'] }
  const sent = await answer(page, 'OrderPlace', refused([reused]))
  const arrived = main.getByText('Your earlier order was placed. Find it in your profile.')
  await placeOrder.click()
  await expect(arrived).toBeVisible()
  await placeOrder.click()
  await expect.poll(() => sent.length).toBe(2)
  const keys = sent.map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey)
  expect(new Set(keys).size).toBe(2)
})

test('keeps everything while the connection is gone, and sends the same key again', {
  tag: '@desktop',
}, async ({ page, server, problems }) => {
  problems.allow(/OrderPlace:|Failed to load resource|INTERNET_DISCONNECTED/)
  const { main, placeOrder, tryAgain, token, ...form } = await openCheckout(page, server)
  await form.fill()
  const limit = 'Too many requests. Please try again in a minute.'
  let given: Answer = 'offline'
  const sent = await answer(page, 'OrderPlace', () => given)
  await placeOrder.click()
  await expect(main.getByRole('alert')).toContainText("We couldn't confirm your order.")
  await expect(form.address).toHaveValue('Damrak 1')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'checkout-lost')

  // The key outlives a reload, too.
  await page.reload()
  await expect(main.getByRole('alert')).toContainText("We couldn't confirm your order.")
  await expect(form.address).toHaveValue('Damrak 1')
  given = { status: 429, ...refusal(limit, 'RATE_LIMITED') }
  await tryAgain.click()
  await expect(main.getByRole('alert')).toContainText(limit)
  given = Promise.resolve('pass')
  await tryAgain.click()
  await expect(placed(page)).toBeVisible()
  const keys = sent.map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(await ordersOf(server, token)).toHaveLength(1)
})

test('finds an order that did arrive, also after the form was changed', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/OrderPlace:|Failed to load resource|CONNECTION_RESET/)
  const { main, placeOrder, tryAgain, token, ...form } = await openCheckout(page, server)
  await form.fill()
  const hear = await loseAnswers(page)
  await placeOrder.click()
  await expect(tryAgain).toBeVisible()
  await form.address.fill('Rokin 2')
  hear()
  await tryAgain.click()
  await expect(page.getByText('You had already placed this order.')).toBeVisible()
  await expect(placed(page)).toBeVisible()
  await expect(page.getByRole('main').getByText('Damrak 1')).toBeVisible()
  const orders = await ordersOf(server, token)
  expect(orders.map(({ shippingInfo }) => shippingInfo.address)).toEqual(['Damrak 1'])
})

test('finds it when the page was loaded anew and the cart is empty by then', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/OrderPlace:|Failed to load resource|CONNECTION_RESET/)
  const { main, placeOrder, tryAgain, token, ...form } = await openCheckout(page, server)
  await form.fill()
  const hear = await loseAnswers(page)
  await placeOrder.click()
  await expect(tryAgain).toBeVisible()
  await page.reload()
  await expect(placeOrder).toBeHidden()
  await expect(main.getByRole('alert')).toContainText("We couldn't confirm your order.")
  await axe(page)
  await shot(page, 'checkout-unknown')
  hear()
  await tryAgain.click()
  await expect(placed(page)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  const orders = await ordersOf(server, token)
  expect(orders).toHaveLength(1)
  await expect(page).toHaveURL(`/orders/${orders[0]?.id}`)
})

test('starts with the address of the newest order', { tag: '@desktop' }, async ({ page, server }) => {
  const { token } = await createAccount(server)
  await placeOrder(server, token)
  await placeOrder(server, token, {
    address: 'Unter den Linden 1',
    city: 'Berlin',
    postalCode: '10117',
    country: 'DE',
  })
  await addToCart(server, token, assistant)
  await signInAs(page, token)
  await page.goto('/checkout')
  await expect(page.getByLabel('Address')).toHaveValue('Unter den Linden 1')
  await expect(page.getByLabel('City')).toHaveValue('Berlin')
  await expect(page.getByLabel('Postal code')).toHaveValue('10117')
  await expect(page.getByLabel('Country')).toHaveValue('DE')
  await expect(page.getByLabel('Country').getByRole('option').first()).toHaveText('Germany')
})

test('has its shape while it loads, says why it did not come, and when there is nothing to order', {
  tag: '@desktop',
}, async ({ page, server, problems }) => {
  problems.allow(/Cart:|Failed to load resource|INTERNET_DISCONNECTED/)
  let release = (_: 'pass') => {}
  const waiting = new Promise<'pass'>((done) => {
    release = done
  })
  let given: typeof waiting | 'offline' | ReturnType<typeof refusal> = waiting
  await answer(page, 'Cart', () => given)
  const { main, placeOrder } = await openCheckout(page, server, {})
  await expect(main.getByText('Loading your checkout')).toBeAttached()
  await expect(main.getByRole('heading', { name: 'Shipping information' })).toBeVisible()
  await axe(page)
  given = refusal('The till is out of order')
  release('pass')
  await expect(main.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
  await expect(placeOrder).toBeHidden()
  await expect(main.getByRole('link', { name: 'Browse Robots' })).toHaveAttribute('href', '/products')
  await axe(page)
  await shot(page, 'checkout-empty')

  await page.reload()
  await expect(main.getByText('Error!')).toBeVisible()
  await expect(main.getByText('The till is out of order')).toBeVisible()
  await axe(page)
  given = 'offline'
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText('Error fetching cart')).toBeVisible()
  given = Promise.resolve('pass')
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
})

test('whoever is signed out has to sign in before, and comes back', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/Please login first/)
  const toasts = page.getByText('Please login to proceed')
  await page.goto('/checkout')
  await expect(page).toHaveURL('/login')
  await expect(toasts).toHaveCount(1)
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: '/cart' })

  const { token } = await openCheckout(page, server)
  await page.goto('/cart')
  const proceed = page.getByRole('link', { name: 'Proceed to Checkout' })
  await expect(proceed).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('token'))
  await proceed.click()
  await expect(toasts).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: '/cart' })

  // The session has ended on the server, of which this browser knows nothing yet.
  await page.routeWebSocket('**/graphql', () => {})
  await signInAs(page, token)
  await page.goto('/cart')
  await expect(proceed).toBeVisible()
  await graphql(server, 'mutation { userLogout { loggedOut } }', {}, token)
  // Without the pointer's way there, on which the page would be prefetched.
  await proceed.evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL('/login')
  await expect(toasts).toHaveCount(1)
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: '/cart' })
})

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${target}`)
}

test('a purchase from the product to the order needs no pointer', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token } = await createAccount(server)
  await signInAs(page, token)
  await page.goto('/products/2')
  const main = page.getByRole('main')
  await tabTo(page, main.getByRole('button', { name: 'Get Quote' }))
  await page.keyboard.press('Enter')
  const cart = page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })
  await expect(cart).toBeVisible()
  await page.keyboard.press('Control+Home')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await tabTo(page, cart)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Cart', level: 1 })).toBeFocused()
  await tabTo(page, main.getByRole('link', { name: 'Proceed to Checkout' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeFocused()
  for (const [label, text] of [
    ['Address', 'Damrak 1'],
    ['Postal code', '1012 LG'],
    ['City', 'Amsterdam'],
  ] as const) {
    await tabTo(page, main.getByLabel(label))
    await page.keyboard.type(text)
  }
  await tabTo(page, main.getByLabel('Country'))
  await expect(main.getByLabel('Country')).toHaveValue('NL')
  await tabTo(page, main.getByRole('button', { name: 'Place order' }))
  await page.keyboard.press('Enter')
  await expect(placed(page)).toBeFocused()
  expect(await ordersOf(server, token)).toHaveLength(1)
})
