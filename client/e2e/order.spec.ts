import type { Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { answer, graph, operationOf, type refusal } from './graph'
import { letterTo } from './letters'
import { placeOrder } from './orders'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const long = (instant: string | number, timeZone?: 'UTC') =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone })

async function openOrder(page: Page, server: Server) {
  const { token } = await createAccount(server)
  const order = await placeOrder(server, token)
  await signInAs(page, token)
  await page.goto(`/orders/${order.id}`)
  return { ...order, token, main: page.getByRole('main') }
}

/** Moves an order on, as the demo's admin. */
async function move(server: Server, id: string, status: string) {
  const { userLogin } = await graphql<{ userLogin: { token: string } }>(
    server,
    'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token } }',
    { input: { email: 'admin@orrery.example', password: 'Orrery-Admin-1!' } },
  )
  await graphql(
    server,
    'mutation ($input: OrderStatusUpdateInput!) { orderStatusUpdate(input: $input) { order { id } } }',
    { input: { id, status, version: 1 } },
    userLogin.token,
  )
}

const money = (amount: string) => ({ __typename: 'Money', amount, currency: 'USD' })

const shipped = {
  __typename: 'Order',
  id: 'o1',
  number: 'OR-100042',
  status: 'SHIPPED',
  createdAt: '2026-02-03T12:00:00Z',
  shippingInfo: {
    __typename: 'ShippingInfo',
    address: 'Unter den Linden 1',
    city: 'Berlin',
    postalCode: '10117',
    country: 'DE',
    recipient: '',
    company: '',
    phone: '',
    notes: '',
  },
  billingInfo: {
    __typename: 'BillingInfo',
    address: '',
    city: '',
    postalCode: '',
    country: '',
    recipient: '',
    company: '',
    vatNumber: '',
    purchaseOrderNumber: '',
  },
  orderItems: [
    {
      __typename: 'OrderItem',
      id: 'i1',
      product: {
        __typename: 'Product',
        id: '1',
        image: {
          __typename: 'Media',
          url: '/images/products/rail-arm.svg',
          alt: 'An arm',
          width: 4,
          height: 3,
          widths: [],
        },
      },
      productName: 'Robotic Arm with Linear Rail',
      quantity: 2,
      price: money('25999.00'),
      lineTotal: money('51998.00'),
      isPreorder: false,
      expectedDelivery: null,
      delivery: {
        __typename: 'DeliveryEstimate',
        from: '2026-02-24T00:00:00Z',
        until: '2026-02-26T00:00:00Z',
        payBy: '2026-02-10T00:00:00Z',
      },
    },
    {
      __typename: 'OrderItem',
      id: 'i2',
      product: null,
      productName: 'Prototype Gripper',
      quantity: 3,
      price: money('100.50'),
      lineTotal: money('301.50'),
      isPreorder: false,
      expectedDelivery: null,
      delivery: null,
    },
  ],
  subtotal: money('52299.50'),
  taxPercent: '10',
  tax: money('5229.95'),
  shipping: money('0.00'),
  totalPrice: money('57529.45'),
  payment: null,
  payments: [],
  openAmount: money('0.00'),
  cancellable: false,
  version: 4,
  addressChangeable: false,
  changes: [],
  shipment: null,
  preparedBy: null,
  preparedAt: null,
}

test('shows an order, where it goes and how to pay it', { tag: '@desktop' }, async ({
  page,
  server,
  context,
  problems,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { main, id, number, payment } = await openOrder(page, server)
  await expect(main.getByRole('heading', { name: `Order ${number}`, level: 1 })).toBeVisible()
  await expect(main.getByText(id)).toBeVisible()
  await expect(main.getByText('Pending payment').first()).toBeVisible()
  await expect(main.getByText(long(Date.now()), { exact: true })).toBeVisible()
  const line = main.getByRole('list', { name: 'Items' }).getByRole('listitem')
  await expect(line.getByRole('heading')).toHaveText('Mobile Assistant x 1')
  await expect(line).toContainText(/Pre-orderExpected delivery \w+ \d+, 20\d\d/)
  await expect(line.getByRole('link')).toHaveAttribute('href', '/products/2')
  for (const [label, sum] of [
    ['Subtotal', '$18,999.00'],
    ['Tax (10%)', '$1,899.90'],
    ['Shipping', 'Free'],
    ['Total', '$20,898.90'],
  ] as const) {
    const row = main.locator('dl > div', { has: page.getByRole('term').getByText(label, { exact: true }) })
    await expect(row.getByRole('definition')).toHaveText(sum)
  }
  const to = main.getByRole('region', { name: 'Shipping information' })
  await expect(to).toContainText(/Damrak 1\s*1012 LG Amsterdam\s*Netherlands/)

  const pay = main.getByRole('region', { name: 'Pay by bank transfer' })
  await expect(pay).toContainText('Orrery Robotics B.V.')
  await expect(pay).toContainText('ABNANL2A')
  await expect(pay).toContainText(long(payment.dueAt, 'UTC'))
  await expect(pay).toContainText(/Items reserved until/)
  await expect(pay).not.toContainText('later than shown') // a pre-order has its own date
  await expect(pay).toContainText('Your email address is not verified, so items are reserved for one day.')
  await expect(pay.getByRole('link', { name: 'have it sent again' })).toHaveAttribute('href', '/profile')
  await pay.getByRole('button', { name: 'Copy IBAN' }).click()
  await expect(pay.getByText('IBAN copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('NL91ABNA0417164300')
  await pay.getByRole('button', { name: 'Copy reference' }).click()
  await expect(pay.getByText('reference copied')).toBeAttached()
  const reference = await page.evaluate(() => navigator.clipboard.readText())
  expect(reference).toMatch(new RegExp(`^RF\\d\\d${number.replace('-', '')}$`))
  await axe(page)
  await noOverflow(page)
  await shot(page, 'order')
  problems.allow(/ERR_FAILED|invoice: TypeError: Failed to fetch/)
  await page.route('**/invoice', (route) => route.abort(), { times: 1 })
  await main.getByRole('button', { name: 'Invoice (PDF)' }).click()
  await expect(main.getByText("Couldn't load the invoice. Check your connection")).toBeVisible()
  const coming = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Invoice (PDF)' }).click()
  expect((await coming).suggestedFilename()).toBe(`invoice-${number}.pdf`)

  await main.getByRole('link', { name: 'Back to Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await main.getByRole('link', { name: number }).click()
  await expect(page).toHaveURL(`/orders/${id}`)
})

test('says how much later items arrive that are paid on the due date', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token } = await createAccount(server)
  const { id, payment } = await placeOrder(server, token)
  await signInAs(page, token)
  // Of the goods in stock, other tests count the units.
  await page.route(graph, async (route) => {
    if (operationOf(route.request()).operationName !== 'Order') return route.fallback()
    const response = await route.fetch()
    const json = await response.json()
    const payBy = new Date(Date.parse(payment.dueAt) - 10 * 86_400_000).toISOString()
    const delivery = { __typename: 'DeliveryEstimate', from: payBy, until: payment.dueAt, payBy }
    for (const line of json.data.order.orderItems) Object.assign(line, { isPreorder: false, delivery })
    await route.fulfill({ response, json })
  })
  await page.goto(`/orders/${id}`)
  const pay = page.getByRole('region', { name: 'Pay by bank transfer' })
  await expect(pay).toContainText(
    'We start once payment arrives. If you pay on the due date, items arrive about 10 days later than shown.',
  )
  await noOverflow(page)
  await shot(page, 'order-later')
})

test('does not call an order paid that is in preparation before its money is there', async ({
  page,
  server,
}) => {
  const { token } = await createAccount(server)
  const { id } = await placeOrder(server, token)
  await signInAs(page, token)
  await page.route(graph, async (route) => {
    if (operationOf(route.request()).operationName !== 'Order') return route.fallback()
    const response = await route.fetch()
    const json = await response.json()
    Object.assign(json.data.order, { status: 'PROCESSING', reservedUntil: null, cancellable: false })
    await route.fulfill({ response, json })
  })
  await page.goto(`/orders/${id}`)
  await expect(page.getByRole('list', { name: 'Progress' }).getByRole('listitem')).toHaveText([
    'Placed(done)',
    'Paid(ahead)A payment is still due.',
    "ProcessingWe're preparing your order.",
    'Shipped(ahead)',
    'Delivered(ahead)',
  ])
  await axe(page)
  await noOverflow(page)
  await shot(page, 'order-due')
})

test('draws how far it has come, and what is left of products that are gone', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  await answer(page, 'Order', { data: { order: shipped } })
  const { main } = await openOrder(page, server)
  await expect(main.getByRole('list', { name: 'Progress' }).getByRole('listitem')).toHaveText([
    'Placed(done)',
    'Paid(done)',
    'Processing(done)',
    'ShippedOn its way to you.',
    'Delivered(ahead)',
  ])
  await expect(main.locator('[aria-current="step"]')).toContainText('Shipped')
  const lines = main.getByRole('list', { name: 'Items' }).getByRole('listitem')
  await expect(lines.nth(0)).toContainText(/Robotic Arm with Linear Rail x 2\s*\$51,998\.00/)
  // It is paid.
  await expect(lines.nth(0)).toContainText(/Arrives February 24–26, 2026$/)
  await expect(lines.nth(1)).toContainText(/Prototype Gripper x 3\s*\$301\.50/)
  await expect(lines.nth(1).getByRole('link')).toHaveCount(0)
  await expect(main.getByText('Germany')).toBeVisible()
  await expect(main.getByText('Pay by bank transfer')).toBeHidden()
  await expect(main.getByRole('button', { name: 'Cancel order' })).toBeHidden()
  await expect(main.getByRole('button', { name: 'Change address' })).toBeHidden()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'order-shipped')
})

test('prints the order alone, dark on white', { tag: '@desktop' }, async ({ page, server }) => {
  const { main, number } = await openOrder(page, server)
  await expect(main.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await main.getByRole('button', { name: 'Print order' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await expect(main.getByText(/Keizersgracht 241/)).toBeHidden()

  await page.emulateMedia({ media: 'print' })
  await expect(main.getByText(/Keizersgracht 241/)).toBeVisible()
  await expect(main.getByText('$20,898.90').first()).toBeVisible()
  await expect(main.getByText('NL91 ABNA 0417 1643 00')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  for (const control of await page.getByRole('button').all()) await expect(control).toBeHidden()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(main.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  await shot(page, 'order-print')
})

test('is cancelled after asking, and says so when no answer comes', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/OrderCancel:|Failed to load resource|INTERNET_DISCONNECTED/)
  const { main, number } = await openOrder(page, server)
  const cancel = main.getByRole('button', { name: 'Cancel order' })
  await cancel.click()
  const dialog = page.getByRole('dialog', { name: `Cancel order ${number}?` })
  await expect(dialog).toContainText("Its item is no longer reserved for you. This can't be undone.")
  await axe(page)
  await noOverflow(page)
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await expect(dialog).toBeHidden()
  await expect(cancel).toBeFocused()

  let online = false
  const sent = await answer(page, 'OrderCancel', () => (online ? Promise.resolve('pass') : 'offline'))
  await cancel.click()
  const confirm = dialog.getByRole('button', { name: 'Cancel order' })
  await confirm.click()
  await expect(dialog.getByText("Can't reach the shop. Check your connection and try again.")).toBeVisible()
  online = true
  await confirm.dblclick()
  await expect(page.getByText(`Order ${number} was cancelled`)).toBeVisible()
  expect(sent).toHaveLength(2)
  await expect(main.getByRole('list', { name: 'Progress' }).getByRole('listitem')).toHaveText([
    'Placed(done)',
    'CancelledThis order was cancelled.',
  ])
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(cancel).toBeHidden()
  await expect(main.getByText('A cancelled order has no invoice.')).toBeVisible()
  await expect(main.getByText('Pay by bank transfer')).toBeHidden()
  await axe(page)
  await shot(page, 'order-cancelled')
})

test('goes to another address until it is shipped', async ({ page, server, problems }) => {
  problems.allow(/OrderAddressUpdate:|Failed to load resource|INTERNET_DISCONNECTED/)
  const { email, token } = await createAccount(server)
  const { id, number } = await placeOrder(server, token)
  await signInAs(page, token)
  await page.goto(`/orders/${id}`)
  const main = page.getByRole('main')
  const change = main.getByRole('button', { name: 'Change address' })
  const dialog = page.getByRole('dialog', { name: `Change address of order ${number}` })
  const save = dialog.getByRole('button', { name: 'Save address' })
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  await change.click()
  await expect(field('Address')).toHaveValue('Damrak 1')
  await expect(field('Country')).toHaveValue('NL')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'order-address')

  // The checks of the checkout, the browser's and the server's.
  await field('Address').fill('')
  await save.click()
  await expect(dialog.getByText('Address is required')).toBeVisible()
  await field('Address').fill('Unter den Linden 6')
  await field('City').fill('Berlin')
  await field('Country').selectOption('DE')
  await save.click()
  await expect(dialog.getByText('Postal code must match the country, such as 10115')).toBeVisible()
  await field('Postal code').fill('10117')

  let online = false
  await answer(page, 'OrderAddressUpdate', () => (online ? Promise.resolve('pass') : 'offline'))
  await save.click()
  await expect(dialog.getByText("Can't reach the shop. Check your connection and try again.")).toBeVisible()
  online = true
  await save.click()
  await expect(page.getByText(`Order ${number} now ships to Unter den Linden 6, Berlin`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
  await expect(main.getByRole('region', { name: 'Shipping information' })).toContainText(
    /Unter den Linden 6\s*10117 Berlin\s*Germany/,
  )
  const letter = await letterTo(server, email, { subject: `New delivery address for order ${number}` })
  expect(letter.text).toContain('Unter den Linden 6\n10117 Berlin, DE')

  // What was typed is asked about before it is lost.
  await change.click()
  await field('City').fill('Potsdam')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
})

test('what others changed in the meantime is told and shown', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  // Otherwise the page would show at once that it is paid.
  await page.routeWebSocket('**/graphql', () => {})
  const { main, id } = await openOrder(page, server)
  await main.getByRole('button', { name: 'Cancel order' }).click()
  await move(server, id, 'PAID')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText("An order can't change from paid to cancelled")).toBeVisible()
  await expect(main.locator('[aria-current="step"]')).toContainText('Paid')
  await expect(main.getByRole('button', { name: 'Cancel order' })).toBeHidden()
})

test('can not be sent elsewhere once it is cancelled, also where the page does not know yet', {
  tag: '@desktop',
}, async ({ page, server }) => {
  await page.routeWebSocket('**/graphql', () => {})
  const { main, id, token } = await openOrder(page, server)
  await main.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('City').fill('Delft')
  await graphql(
    server,
    'mutation ($input: OrderCancelInput!) { orderCancel(input: $input) { order { id } } }',
    { input: { id } },
    token,
  )
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText("This order is cancelled, so its address can't be changed here.")).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('button', { name: 'Change address' })).toBeHidden()
  await expect(main.locator('[aria-current="step"]')).toContainText('Cancelled')
})

test('an order that is unknown or somebody else’s has a way back', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token } = await createAccount(server)
  const theirs = await placeOrder(server, token)
  await signInAs(page, (await createAccount(server)).token)
  const main = page.getByRole('main')
  for (const id of [theirs.id, 'nonsense']) {
    await page.goto(`/orders/${id}`)
    await expect(main.getByText('Failed to load order details.')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Try again' })).toBeHidden()
    await expect(main.getByRole('link', { name: 'Back to Profile' })).toHaveAttribute('href', '/profile')
  }
  await axe(page)
  await noOverflow(page)
  await shot(page, 'order-unknown')
})

test('has its shape while it loads, and can be asked for again', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/Order:|Failed to load resource|INTERNET_DISCONNECTED/)
  let release = (_: 'pass') => {}
  const waiting = new Promise<'pass'>((done) => {
    release = done
  })
  let given: typeof waiting | ReturnType<typeof refusal> | 'offline' = waiting
  await answer(page, 'Order', () => given)
  const { main, number } = await openOrder(page, server)
  await expect(main.getByText('Loading the order')).toBeAttached()
  await axe(page)
  given = 'offline'
  release('pass')
  await expect(main.getByRole('heading', { name: `Order ${number}` })).toBeVisible()

  await page.reload()
  await expect(main.getByText('Failed to load order details.')).toBeVisible()
  await axe(page)
  await shot(page, 'order-failed')
  given = Promise.resolve('pass')
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
})
