import { createAccount, signInAs } from './accounts'
import { openAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer, operationOf } from './graph'
import { addToCart, placeOrder } from './orders'
import { filledDataDir, removeDataDir, startServer } from './server'
import { sendEvent, startStripe } from './stripe'
import { test as base, expect } from './test'

type Stripe = Awaited<ReturnType<typeof startStripe>>

const test = base.extend<object, { stripe: Stripe }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
    async ({}, use) => {
      const stripe = await startStripe()
      await use(stripe)
      stripe.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ stripe }, use) => {
      const dataDir = await filledDataDir()
      const server = await startServer(dataDir, stripe.env)
      await use(server)
      await server.stop()
      await removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('somebody who chooses so at the checkout goes on to the page of Stripe, and comes back to the order', async ({
  page,
  problems,
  server,
}) => {
  problems.allow(/checkout\.stripe\.com/)
  const { token } = await createAccount(server)
  await addToCart(server, token, { 2: 1 })
  await signInAs(page, token)
  await page.route('https://checkout.stripe.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Stripe</title><h1>Pay Orrery</h1>',
    }),
  )
  await page.goto('/checkout')
  const main = page.getByRole('main')
  await main.getByLabel('Address').pressSequentially('Damrak 1')
  await main.getByLabel('City').pressSequentially('Amsterdam')
  await main.getByLabel('Postal code').pressSequentially('1012 LG')
  await main.getByRole('radio', { name: 'Bank transfer on invoice' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(main.getByRole('radio', { name: 'Pay online' })).toBeChecked()
  await shot(page, 'checkout-pay-online')
  await axe(page)
  await noOverflow(page)
  await main.getByRole('button', { name: 'Place order' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pay Orrery' })).toBeVisible()
  await page.goBack()
  await expect(main.getByRole('heading', { name: 'Order placed' })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Pay .+ online$/ })).toBeEnabled()
  await expect(page).toHaveURL(/\/orders\//)
})

test('the page of Stripe does not open over the page that the buyer has gone to', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const { token } = await createAccount(server)
  const { id } = await placeOrder(server, token)
  await signInAs(page, token)
  let release = (_: 'pass') => {}
  const sent = await answer(page, 'OrderPay', new Promise<'pass'>((resolve) => (release = resolve)))
  await page.goto(`/orders/${id}`)
  await page.getByRole('button', { name: /^Pay .* online$/ }).click()
  await expect.poll(() => sent.length).toBe(1)
  await page.getByRole('link', { name: 'Back to Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
  const answered = page.waitForResponse(
    (response) => operationOf(response.request()).operationName === 'OrderPay',
  )
  release('pass')
  await (await answered).finished()
  await page.getByRole('main').getByRole('link', { name: 'Update Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Update Profile' })).toBeVisible()
})

test('an order waits for a debit that is under way, and is paid anew if it fails', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const { token } = await createAccount(server)
  const { id, number } = await placeOrder(server, token)
  const debit = {
    id: 'cs_2',
    object: 'checkout.session',
    payment_intent: `pi_${id}`,
    payment_status: 'unpaid',
    amount_total: 100,
    currency: 'usd',
    metadata: { order: id },
  }
  expect(await sendEvent(server, 'checkout.session.completed', debit)).toBe(204)
  await openAdmin(page, server, `/admin/orders?order=${id}`)
  const drawer = page.getByRole('dialog', { name: `Order ${number}` })
  await expect(drawer.getByText('An online payment is under way. It can take a few days.')).toBeVisible()
  await expect(drawer.getByText('Items reserved until')).toBeHidden()
  await expect(drawer.getByRole('combobox', { name: `Status of order ${number}` })).not.toContainText(
    'Cancelled',
  )
  await shot(page, 'admin-order-payment-under-way')

  await signInAs(page, token)
  await page.goto(`/orders/${id}`)
  const main = page.getByRole('main')
  const pay = main.getByRole('button', { name: /^Pay .* online$/ })
  const transfer = main.getByRole('heading', { name: 'Pay by bank transfer' })
  await expect(main.getByText('Payment submitted.')).toBeVisible()
  await expect(pay).toBeHidden()
  await expect(transfer).toBeHidden()
  await expect(main.getByRole('list', { name: 'Progress' })).toContainText('Your payment is being confirmed.')
  const cancel = main.getByRole('button', { name: 'Cancel order' })
  await expect(cancel).toBeHidden()
  await axe(page)
  await shot(page, 'order-payment-under-way')
  expect(await sendEvent(server, 'checkout.session.async_payment_failed', debit)).toBe(204)
  await page.reload()
  await expect(pay).toBeVisible()
  await expect(transfer).toBeVisible()
  await expect(main.getByText('Items reserved until')).toBeVisible()
  await expect(cancel).toBeVisible()

  // With a part of its price, the order is not cancelled.
  expect(
    await sendEvent(server, 'checkout.session.async_payment_succeeded', { ...debit, payment_status: 'paid' }),
  ).toBe(204)
  await page.reload()
  await expect(main.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expect(transfer).toBeVisible()
  await expect(main.getByText(/Items reserved until|reserved for one day|is cancelled/)).toHaveCount(0)
})

test('a buyer pays an order on the page of Stripe, and an administrator refunds a part of it', async ({
  page,
  problems,
  server,
  stripe,
}) => {
  problems.allow(/checkout\.stripe\.com/)
  const { token } = await createAccount(server)
  const order = await placeOrder(server, token)
  await signInAs(page, token)
  await page.route('https://checkout.stripe.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Stripe</title><h1>Pay Orrery</h1>',
    }),
  )
  await page.goto(`/orders/${order.id}`)
  const main = page.getByRole('main')
  const pay = main.getByRole('button', { name: /^Pay \$[\d,.]+ online$/ })
  await expect(pay).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Pay by bank transfer' })).toBeVisible()
  await shot(page, 'order-pay-online')
  await axe(page)
  await noOverflow(page)

  await pay.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pay Orrery' })).toBeVisible()
  const asked = stripe.requests.at(-1)
  expect(asked?.get('client_reference_id')).toBe(order.id)
  const total = Number(asked?.get('line_items[0][price_data][unit_amount]'))

  // Coming back before Stripe's event has arrived.
  await page.goto(`/orders/${order.id}?payment=made`)
  await expect(main.getByText('Payment submitted.')).toBeVisible()
  await shot(page, 'order-payment-made')
  const session = {
    id: 'cs_1',
    object: 'checkout.session',
    payment_intent: `pi_${order.id}`,
    payment_status: 'paid',
    amount_total: total,
    currency: 'usd',
    metadata: { order: order.id },
  }
  expect(await sendEvent(server, 'checkout.session.completed', session)).toBe(204)
  await expect(main.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expect(main.getByText('Online payment')).toBeVisible()
  await expect(pay).toBeHidden()
  await shot(page, 'order-paid-online')
  expect(await sendEvent(server, 'checkout.session.completed', session)).toBe(204)

  await openAdmin(page, server, `/admin/orders?order=${order.id}`)
  const drawer = page.getByRole('dialog', { name: /^Order / })
  await drawer.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Refund order / })
  const amount = dialog.getByLabel(/^Amount/)
  await amount.fill('')
  await amount.pressSequentially('99999999')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^Amount can be at most /)).toBeVisible()
  await amount.fill('')
  await amount.pressSequentially('100.00')
  await shot(page, 'admin-refund')
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(drawer.getByText('Returned')).toBeVisible()
  await expect(drawer.getByText('-$100.00')).toBeVisible()
  expect(stripe.requests.at(-1)?.get('amount')).toBe('10000')
  await shot(page, 'admin-order-refunded')
})
