import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { openAdmin, sharedAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { letterTo } from './letters'
import { placeOrder } from './orders'
import { graphql, type Server } from './server'
import { expect, test } from './test'

type Person = { name: string; email: string }

const someone = (name: string): Person => ({ name, email: `${randomUUID()}@example.com` })

/** A queue that no other test stands in: what the catalogue does not have is queued for by its name. */
const newProduct = () => `Arm ${randomUUID().slice(0, 8)}`

/** Places a pre-order, and confirms it by the letter's link. */
async function preOrder(server: Server, productName: string, who: Person, quantity: number, token?: string) {
  const id = await unconfirmed(server, productName, who, quantity, token)
  const link = await confirmationOf(server, who)
  await graphql(
    server,
    'mutation ($input: PreOrderConfirmInput!) { preOrderConfirm(input: $input) { userErrors { message } } }',
    { input: { token: new URL(link).searchParams.get('token') } },
  )
  return id
}

async function confirmationOf(server: Server, { email }: Person) {
  // Emails to unverified addresses don't repeat a product that is only text.
  const { links } = await letterTo(server, email, { subject: 'Your pre-order' })
  return links.find((one) => one.includes('/preorders/confirm')) ?? ''
}

async function unconfirmed(
  server: Server,
  productName: string,
  who: Person,
  quantity: number,
  token?: string,
) {
  const { preOrderCreate } = await graphql<{ preOrderCreate: { preOrder: { id: string } } }>(
    server,
    'mutation ($input: PreOrderCreateInput!) { preOrderCreate(input: $input) { preOrder { id } } }',
    { input: { ...who, phone: '+31 20 555 0100', productName, quantity, message: 'Two shifts' } },
    token,
  )
  return preOrderCreate.preOrder.id
}

/** Moves the whole queue past the screens. */
async function moveAll(server: Server, productName: string, days: number, reason: string) {
  const admin = await sharedAdmin(server)
  const plan = { queueId: `name:${productName.toLowerCase()}`, days, fromPosition: 1, reason }
  const { preOrderMovePreview } = await graphql<{ preOrderMovePreview: { preview: { previewed: string } } }>(
    server,
    'query ($plan: PreOrderMovePlan!) { preOrderMovePreview(plan: $plan) { preview { previewed } } }',
    { plan },
    admin,
  )
  await graphql(
    server,
    'mutation ($input: PreOrderMoveInput!) { preOrderMove(input: $input) { userErrors { message } } }',
    { input: { plan, previewed: preOrderMovePreview.preview.previewed } },
    admin,
  )
}

async function statusOf(server: Server, productName: string) {
  const { preOrders } = await graphql<{ preOrders: { nodes: { status: string; quantity: number }[] } }>(
    server,
    'query ($search: String!) { preOrders(filter: { search: $search }) { nodes { status quantity } } }',
    { search: productName },
    await sharedAdmin(server),
  )
  return preOrders.nodes[0]
}

/** Days from now, as a date field takes them, and as people read them. */
function inDays(days: number, now = Date.now()) {
  const at = new Date(now + days * 86_400_000)
  const words = (month: 'short' | 'long') =>
    at.toLocaleDateString('en-US', { year: 'numeric', month, day: 'numeric', timeZone: 'UTC' })
  return { field: at.toISOString().slice(0, 10), short: words('short'), long: words('long') }
}

test('a date is moved for a batch once it is seen whom that touches', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const product = newProduct()
  const [ada, bob, cleo] = [someone('Ada'), someone('Bob'), someone('Cleo')]
  for (const [who, quantity] of [
    [ada, 2],
    [bob, 3],
    [cleo, 1],
  ] as const)
    await preOrder(server, product, who, quantity)
  const { main } = await openAdmin(
    page,
    server,
    `/admin/preorders?q=${encodeURIComponent(product)}&sort=oldest`,
  )
  await expect(main.getByText('Place 3')).toBeVisible()
  await shot(page, 'dates-admin-list')
  await main.getByRole('link', { name: 'Move delivery' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move delivery' })
  const look = () => dialog.getByRole('button', { name: 'Preview affected customers' }).click()
  await look()
  for (const missing of ['Product is required', 'Reason is required', 'Date is required'])
    await expect(dialog.getByText(missing)).toBeVisible()
  await expect(dialog.getByLabel('Product')).toBeFocused()

  const { field, short, long } = inDays(90)
  await dialog.getByLabel('Product').selectOption({ label: `${product}: 3 pre-orders, 6 units` })
  await dialog.getByLabel('Reason').fill('Motors are late')
  await dialog.getByLabel('New date').fill(inDays(-1).field)
  await look()
  await expect(dialog.getByText('The date must not be in the past')).toBeVisible()
  await dialog.getByLabel('New date').fill(field)
  await dialog.getByLabel('Which ones').selectOption('The first units')
  await dialog.getByLabel('Units').fill('3')
  await look()
  const touched = dialog.getByRole('region', { name: 'Affected customers' })
  await expect(touched).toContainText(
    '2 people, 5 units. That is 2 units more than entered, because pre-orders are not split.',
  )
  await expect(touched.getByRole('row')).toHaveCount(3)
  await expect(touched.getByRole('row').nth(2)).toContainText(bob.email)
  await expect(touched.getByRole('row').nth(2)).toContainText(short)
  await expect(touched.getByRole('row').nth(2)).toContainText('Asks to accept')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'dates-admin-preview')

  // Somebody leaves the queue meanwhile: what was seen no longer holds.
  await graphql(
    server,
    'mutation ($input: PreOrderStatusUpdateInput!) { preOrderStatusUpdate(input: $input) { userErrors { message } } }',
    { input: { id: await idOf(server, ada.email), status: 'CLOSED' } },
    await sharedAdmin(server),
  )
  await touched.getByRole('button', { name: 'Move 2 dates and email 2 people' }).click()
  await expect(dialog.getByText('The queue has changed since the preview. Preview it again.')).toBeVisible()
  await look()
  await expect(touched).toContainText('1 person, 3 units.')
  await dialog.getByLabel('Which ones').selectOption('The whole queue')
  await expect(touched).toBeHidden()
  await look()
  await touched.getByRole('checkbox', { name: 'Select Cleo' }).click()
  await expect(touched).toContainText('1 person, 3 units.')
  await touched.getByRole('button', { name: 'Move 1 date and email 1 person' }).click()
  await expect(page.getByText('1 date moved, 1 person will get an email')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('row').filter({ hasText: 'Bob' })).toContainText('Place 1, awaiting customer')

  const letter = await letterTo(server, bob.email, {
    subject: `Your pre-order of ${product} will arrive later: ${long}`,
  })
  for (const fact of ['Motors are late', 'Quantity: 3', `Expected now: ${long}`, 'Place in queue: 1'])
    expect(letter.text).toContain(fact)
  expect(letter.links).toHaveLength(3)
})

async function idOf(server: Server, email: string) {
  const { preOrders } = await graphql<{ preOrders: { nodes: { id: string }[] } }>(
    server,
    'query ($search: String!) { preOrders(filter: { search: $search }) { nodes { id } } }',
    { search: email },
    await sharedAdmin(server),
  )
  return preOrders.nodes[0]?.id
}

test('a pre-order counts once the link in its letter was followed', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const product = newProduct()
  const vera = someone('Vera')
  await unconfirmed(server, product, vera, 3)
  const { main } = await openAdmin(page, server, `/admin/preorders?q=${encodeURIComponent(product)}`)
  await expect(main.getByRole('table').getByText('Not confirmed')).toBeVisible()
  await shot(page, 'preorder-unconfirmed-admin')
  await page.goto('/robots.txt') // where nothing asks any more, as the list may at any time
  await page.evaluate(() => localStorage.clear())

  await page.goto(await confirmationOf(server, vera))
  await expect(page).toHaveURL('/preorders/confirm')
  await expect(main.getByRole('heading', { name: 'Confirm your pre-order' })).toBeVisible()
  await expect(main.getByText('Not confirmed yet')).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'preorder-confirm')
  await main.getByRole('button', { name: `Confirm pre-order of ${product}` }).click()
  await expect(main.getByText('Confirmed. Your pre-order is in the queue.')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Your pre-order is confirmed' })).toBeVisible()
  await expect(main.getByText('First in line')).toBeVisible()
})

test('the links of the letter act by one press, and not by being opened', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const product = newProduct()
  const vera = someone('Vera')
  await preOrder(server, product, vera, 3)
  await moveAll(server, product, 30, 'Motors are late')
  const { links } = await letterTo(server, vera.email, {
    subject: `Your pre-order of ${product} will arrive later: ${inDays(90).long}`,
  })
  const [keep = '', change = '', cancel = ''] = links
  const main = page.getByRole('main')
  const press = (name: string) => main.getByRole('button', { name }).click()

  await page.goto(cancel)
  await expect(page).toHaveURL('/preorders/cancel')
  await expect(main.getByText('You lose your place in the queue.')).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'dates-link-cancel')
  expect(await statusOf(server, product)).toEqual({ status: 'PENDING', quantity: 3 })
  await main.getByRole('button', { name: 'Cancel pre-order', exact: true }).click()
  await expect(main.getByText('Pre-order cancelled.')).toBeVisible()
  await expect(main.getByText('Not in the queue')).toBeVisible()
  await shot(page, 'dates-link-cancelled')
  expect(await statusOf(server, product)).toEqual({ status: 'CLOSED', quantity: 3 })
  await press('Undo')
  await expect(main.getByText('Pre-order restored. You have your old place in the queue.')).toBeVisible()

  await page.goto(change)
  const quantity = main.getByLabel('Quantity')
  await quantity.fill('4')
  await press('Save changes')
  await expect(main.getByText('You can only reduce the quantity here.')).toBeVisible()
  await axe(page)
  await shot(page, 'dates-link-change')
  await quantity.fill('2')
  await press('Save changes')
  await expect(main.getByText('Pre-order changed. You keep your place in the queue.')).toBeVisible()
  expect(await statusOf(server, product)).toEqual({ status: 'PENDING', quantity: 2 })

  await moveAll(server, product, 7, 'Motors are later still')
  await page.goto(keep)
  await expect(main.getByText('Keep your pre-order?')).toBeVisible()
  await shot(page, 'dates-link-keep')
  await press(`Keep new date of ${product}`)
  await expect(main.getByText('You keep your pre-order with the new date.')).toBeVisible()
  await expect(main.getByText('You kept your pre-order.')).toBeVisible()
  await page.goto(keep.replace(/token=.*/, `token=${'A'.repeat(43)}`))
  await expect(main.getByRole('heading', { name: 'This link is not valid' })).toBeFocused()
  await axe(page)
})

test('the profile shows place and history, and takes an answer', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const product = newProduct()
  await preOrder(server, product, someone('Ada'), 4)
  const { name, email, token } = await createAccount(server)
  await preOrder(server, product, { name, email }, 2, token)
  await signInAs(page, token)
  await page.goto('/profile')
  const row = page.getByRole('listitem').filter({ hasText: `Pre-order: ${product}` })
  await expect(row.getByText('2, 4 units ahead')).toBeVisible()
  await expect(row.getByRole('list', { name: 'Date changes' })).toBeHidden()
  await moveAll(server, product, 14, 'Motors are late')
  await moveAll(server, product, -3, 'Some came by air')
  await moveAll(server, product, 20, 'The ship waits')
  await refresh(page)
  const history = row.getByRole('list', { name: 'Date changes' }).getByRole('listitem')
  await expect(history).toHaveCount(3)
  await expect(history.last()).toHaveText(/^Was .+, now .+: The ship waits$/)
  await expect(row.getByText('Keep your pre-order?')).toBeVisible()
  await shot(page, 'dates-profile')
  await page.evaluate(() => scrollTo(0, 0)) // what is clicked may be half behind the header
  await axe(page)
  await noOverflow(page)
  await row.getByRole('button', { name: `Keep new date of ${product}` }).click()
  await expect(row.getByText('You keep your pre-order with the new date.')).toBeVisible()
  await row.getByRole('button', { name: `Change pre-order of ${product}` }).click()
  await row.getByLabel('Quantity').fill('1')
  await row.getByLabel('Message').fill('One is enough')
  await row.getByRole('button', { name: 'Save changes' }).click()
  await expect(row.getByText('One is enough')).toBeVisible()
  await row.getByRole('button', { name: `Cancel pre-order of ${product}` }).click()
  await row.getByRole('button', { name: 'Cancel pre-order', exact: true }).click()
  await expect(row.getByText('Closed', { exact: true })).toBeVisible()
  await shot(page, 'dates-profile-cancelled')
  await page.evaluate(() => scrollTo(0, 0))
  await axe(page)
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText('2, 4 units ahead')).toBeVisible()
})

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh pre-orders' }).click()

test.describe('far from UTC', () => {
  // Where the day is another one than in UTC.
  test.use({ timezoneId: new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati' })

  test('a day is the same one on rendered pages, in an order and in the administration', {
    tag: '@desktop',
  }, async ({ page, server }) => {
    const main = page.getByRole('main')
    await page.goto('/products/2')
    await expect(main.getByText(`expected ${inDays(60).long}`)).toBeVisible()

    const { token } = await createAccount(server)
    const { id, number, payment } = await placeOrder(server, token)
    const due = inDays(0, Date.parse(payment.dueAt))
    await signInAs(page, token)
    await page.goto(`/orders/${id}`)
    await expect(main.getByText(`Expected delivery ${inDays(60).long}`)).toBeVisible()
    const pay = main.getByRole('region', { name: 'Pay by bank transfer' })
    await expect(pay.getByText(due.long, { exact: true })).toBeVisible()

    await openAdmin(page, server, `/admin/orders?order=${id}`)
    await expect(page.getByRole('dialog', { name: `Order ${number}` })).toContainText(`due ${due.short}`)
  })
})
