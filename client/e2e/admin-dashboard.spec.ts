import { randomUUID } from 'node:crypto'
import { createAccount } from './accounts'
import { openAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer, refusal } from './graph'
import { placeOrder } from './orders'
import { graphql } from './server'
import { expect, test } from './test'

const money = (amount: string) => ({ __typename: 'Money', amount, currency: 'USD' })

/** The server's answer for a period: each day has as many orders as its date says, each worth 100.05. */
function dashboardOf({ from, until }: { from: string; until: string }, more: object = {}) {
  const days: { orders: number }[] = []
  for (let day = Date.parse(from); day < Date.parse(until); day += 86_400_000) {
    const date = new Date(day)
    const orders = date.getUTCDate()
    days.push({
      __typename: 'DashboardDay',
      date: date.toISOString(),
      orders,
      revenue: money((orders * 100.05).toFixed(2)),
    } as { orders: number })
  }
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  return {
    data: {
      dashboard: {
        __typename: 'Dashboard',
        orders,
        revenue: money((orders * 100.05).toFixed(2)),
        days,
        ordersByStatus: [
          { __typename: 'OrderCount', status: 'PENDING_PAYMENT', count: 12 },
          { __typename: 'OrderCount', status: 'PAID', count: orders - 12 },
          { __typename: 'OrderCount', status: 'CANCELLED', count: 0 },
        ],
        preOrdersByStatus: [
          { __typename: 'PreOrderCount', status: 'PENDING', count: 7 },
          { __typename: 'PreOrderCount', status: 'CONTACTED', count: 3 },
          { __typename: 'PreOrderCount', status: 'CLOSED', count: 1 },
        ],
        lowStock: [],
        unansweredMessages: [],
        promises: { __typename: 'ReplyPromises', kept: 1204, late: 3, overdue: 1 },
        ...more,
      },
    },
  }
}

test('sums the shop up, and leads into its lists', { tag: '@desktop' }, async ({ page, server }) => {
  const subject = `Payload ${randomUUID().slice(0, 8)}`
  await graphql(
    server,
    'mutation ($input: ContactMessageCreateInput!) { contactMessageCreate(input: $input) { userErrors { message } } }',
    { input: { name: 'Ada', email: 'ada@example.com', subject, message: 'How much can the arm lift?' } },
  )
  const { token: buyer } = await createAccount(server)
  const { id, number } = await placeOrder(server, buyer)
  const { main, token } = await openAdmin(page, server, '/admin?period=7')
  const row = (title: string, status: string) =>
    main.getByRole('table', { name: title, exact: true }).getByRole('row').filter({ hasText: status })
  const counted = async (status: string) =>
    Number(await row('Orders by status', status).getByRole('cell').textContent())
  await expect(row('Orders by status', 'Pending payment')).toBeVisible()
  const before = { pending: await counted('Pending payment'), paid: await counted('Paid') }
  await graphql(
    server,
    'mutation ($input: OrderStatusUpdateInput!) { orderStatusUpdate(input: $input) { order { id } } }',
    { input: { id, status: 'PAID', version: 1 } },
    token,
  )
  await page.reload()
  await expect.poll(() => counted('Paid')).toBeGreaterThan(before.paid)
  const today = main.getByRole('slider', { name: 'Orders' })
  await expect(today).toHaveAttribute('aria-valuetext', /^\w+ \d+, \d{4}: [1-9]\d* orders?$/)
  await expect(main.getByText('Fixed Arm')).toBeVisible()
  const tasks = main.getByRole('list', { name: 'Open tasks' })
  for (const label of ['Messages to answer', 'Waiting for payment', 'Low stock', 'Pending pre-orders'])
    await expect(tasks.getByRole('link', { name: label })).toHaveText(/\d$/)
  expect((await tasks.getByRole('link').first().boundingBox())?.height).toBe(96)
  await expect(main.getByRole('listitem').filter({ hasText: subject })).toContainText(
    /Due in \d+ (hour|day)s?/,
  )
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-dashboard-week')

  await row('Orders by status', 'Paid').getByRole('link').click()
  await expect(page).toHaveURL('/admin/orders?status=PAID')
  await expect(page.getByRole('link', { name: number, exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin?period=7')
  await main.getByRole('link', { name: /Fixed Arm/ }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue(/Fixed Arm/)
})

test('open tasks are counted, and lead to as many rows', { tag: '@desktop' }, async ({ page, server }) => {
  await graphql(
    server,
    'mutation ($input: ContactMessageCreateInput!) { contactMessageCreate(input: $input) { userErrors { message } } }',
    { input: { name: 'Ada', email: 'ada@example.com', subject: 'Rail', message: 'How long is it?' } },
  )
  const { main } = await openAdmin(page, server, '/admin')
  const tasks = main.getByRole('list', { name: 'Open tasks' })
  for (const [label, address, noun] of [
    ['Messages to answer', '/admin/contacts?status=PENDING&sort=due', 'message'],
    ['Low stock', '/admin/products?listed=yes&stock=low&sort=stock', 'product'],
  ] as const) {
    const tile = tasks.getByRole('link', { name: label })
    await expect(tile).toHaveText(/\d$/)
    const count = Number(/\d+$/.exec((await tile.textContent()) ?? '')?.[0])
    expect(count).toBeGreaterThan(0)
    await tile.click()
    await expect(page).toHaveURL(address)
    // Another test may write a message meanwhile.
    await expect(main.getByText(new RegExp(`^[1-9]\\d* ${noun}s?$`))).toBeVisible()
    if (noun === 'product')
      await expect(main.getByText(`${count} product${count === 1 ? '' : 's'}`)).toBeVisible()
    await page.goBack()
  }
})

test('open tasks that could not be counted still lead to their lists', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/OpenTasks:/)
  await answer(page, 'OpenTasks', refusal('internal error'))
  const { main } = await openAdmin(page, server, '/admin')
  const tile = main.getByRole('list', { name: 'Open tasks' }).getByRole('link', { name: 'Low stock' })
  await expect(tile).toHaveAccessibleName('Low stock could not be loaded')
  await axe(page)
  await tile.click()
  await expect(page).toHaveURL('/admin/products?listed=yes&stock=low&sort=stock')
})

test('periods are in the address, and charts say their values', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const asked = await answer(page, 'AdminDashboard', () => dashboardOf(asked.at(-1) as never))
  const { main } = await openAdmin(page, server, '/admin?period=own&from=2026-01-05&until=2026-02-03')
  await expect(main.getByText('Jan 5, 2026 to Feb 3, 2026')).toBeVisible()
  const orders = main.getByRole('region', { name: 'Orders', exact: true })
  await expect(orders).toContainText('492')
  expect(asked[0]).toEqual({ from: '2026-01-05T00:00:00Z', until: '2026-02-04T00:00:00Z' })
  await expect(main.getByRole('region', { name: 'Revenue' })).toContainText('$49,224.60')
  const promises = main.getByRole('region', { name: 'Replies due in the last 30 days' })
  await expect(promises).toContainText('1,204 of 1,208 in time')
  await expect(promises.getByRole('listitem').filter({ hasText: 'Overdue' })).toContainText('1')
  await expect(promises.getByRole('link', { name: 'Quotes' })).toHaveAttribute(
    'href',
    '/admin/quotes?sort=due',
  )
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-dashboard')

  const chart = orders.getByRole('slider', { name: 'Orders' })
  await chart.focus()
  await expect(orders.getByText('Feb 3, 2026: 3 orders')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(orders.getByText('Jan 31, 2026: 31 orders')).toBeVisible()
  await expect(chart).toHaveAttribute('aria-valuetext', 'Jan 31, 2026: 31 orders')
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', 'Jan 5, 2026: 5 orders')
  await chart.click({ position: { x: 1, y: 100 } })
  await expect(orders.getByText('Jan 5, 2026: 5 orders')).toBeVisible()
  await shot(page, 'admin-dashboard-pointed')

  await orders.getByText('Show the table').click()
  const table = orders.getByRole('region', { name: 'Table: Orders' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row', { name: 'Jan 31, 2026 31 orders' })).toHaveCount(1)
  await axe(page)

  await main.getByLabel('To', { exact: true }).fill('2026-01-01')
  await expect(main.getByRole('alert')).toHaveText('The end date must not be before the start date.')
  await main.getByLabel('To', { exact: true }).fill('2026-12-31')
  await expect(page).toHaveURL('/admin?period=own&from=2026-01-05&until=2026-12-31')
  await expect(orders).toContainText('By week')
  await orders.getByRole('slider').focus()
  await expect(orders).toContainText('Dec 28 to Dec 31, 2026: 118 orders')
  await shot(page, 'admin-dashboard-year')
  expect(asked).toHaveLength(2)
  await main.getByText('90 days').click()
  await expect(page).toHaveURL('/admin?period=90')
  await page.goBack()
  await expect(main.getByLabel('To', { exact: true })).toHaveValue('2026-12-31')
})

test('says when there were no orders, and when it can not be read', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/AdminDashboard:|Failed to load resource|INTERNET_DISCONNECTED/)
  let online = false
  const asked = await answer(page, 'AdminDashboard', () =>
    online ? dashboardOf(asked.at(-1) as never, { orders: 0 }) : 'offline',
  )
  const { main } = await openAdmin(page, server, '/admin')
  await expect(main.getByText('Failed to load the dashboard.')).toBeVisible()
  online = true
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('heading', { name: 'No orders in this period' })).toBeVisible()
  await expect(main.getByText('No products are low on stock.')).toBeVisible()
  await expect(main.getByText('No unanswered messages.')).toBeVisible()
  await shot(page, 'admin-dashboard-empty')
})
