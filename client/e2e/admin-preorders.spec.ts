import { randomUUID } from 'node:crypto'
import { nothing, openAdmin, rowOf } from './admin'
import { axe, noOverflow, phone, shot } from './checks'
import { answer, operationOf, refusal } from './graph'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const long = 'We run a small bakery and would like to see how the assistant carries trays. '.repeat(4).trim()

async function preOrder(server: Server, input: object = {}) {
  const name = `Ada ${randomUUID().slice(0, 8)}`
  await graphql(
    server,
    'mutation ($input: PreOrderCreateInput!) { preOrderCreate(input: $input) { userErrors { message } } }',
    {
      input: {
        name,
        email: 'ada@example.com',
        phone: '+31 (20) 555-0100',
        productId: '2',
        quantity: 3,
        ...input,
      },
    },
  )
  return name
}

test('lists who wants what, and keeps a status at once', { tag: '@desktop' }, async ({ page, server }) => {
  const name = await preOrder(server, { message: long, company: 'Bakery B.V.' })
  await openAdmin(page, server, '/admin/preorders')
  const row = rowOf(page, name)
  await expect(row).toContainText('Bakery B.V.')
  await expect(row.getByRole('link', { name: 'Mobile Assistant' })).toHaveAttribute(
    'href',
    '/admin/products/2',
  )
  await expect(row).toContainText('x 3')
  await expect(row).toContainText('Not confirmed')

  const details = row.getByRole('link', { name: `Details of the pre-order by ${name}` })
  await details.click()
  await expect(page).toHaveURL(/\?preorder=/)
  const drawer = page.getByRole('dialog', { name: 'Pre-order' })
  await expect(drawer.getByText(long)).toBeVisible()
  await expect(drawer).toContainText(/Due in \d+ (hour|day)s?/)
  await expect(drawer.getByRole('link', { name: 'ada@example.com' })).toHaveAttribute(
    'href',
    /^mailto:ada@example\.com\?subject=/,
  )
  await expect(drawer.getByRole('link', { name: `Call ${name}, +31 (20) 555-0100` })).toHaveAttribute(
    'href',
    'tel:+31205550100',
  )
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-preorders-details')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(details).toBeFocused()
  await row.getByRole('link', { name, exact: true }).click()
  await expect(drawer).toBeVisible()

  const status = row.getByLabel(`Status of the pre-order by ${name}`)
  await expect(status.getByRole('option')).toHaveText(['Pending', 'Contacted', 'Closed'])
  await expect(status).toHaveValue('PENDING')
  await status.selectOption('Closed')
  const kept = page.waitForResponse((r) => operationOf(r.request()).variables.input?.status === 'CONTACTED')
  await status.selectOption('Contacted')
  await expect(status).toHaveValue('CONTACTED')
  await kept
  await shot(page, 'admin-preorders')
  await axe(page)
  await noOverflow(page)
  await page.reload()
  await expect(status).toHaveValue('CONTACTED')
  await page.setViewportSize(phone)
  for (const text of ['ada@example.com', long, 'Created']) await expect(row.getByText(text)).toBeVisible()
})

test('shows a choice before it is saved, and takes it back when it could not be', {
  tag: '@desktop',
}, async ({ page, server, problems }) => {
  problems.allow(/PreOrderStatusUpdate:|Failed to load resource|INTERNET_DISCONNECTED/)
  const name = await preOrder(server)
  let release = (_: 'pass') => {}
  let given: ReturnType<typeof refusal> | 'offline' | Promise<'pass'> = new Promise<'pass'>((done) => {
    release = done
  })
  await answer(page, 'PreOrderStatusUpdate', () => given)
  await openAdmin(page, server, '/admin/preorders')
  const status = page.getByLabel(`Status of the pre-order by ${name}`)
  await status.selectOption('Contacted')
  await expect(status).toHaveValue('CONTACTED')
  release('pass')
  await page.waitForLoadState('networkidle')
  await expect(status).toHaveValue('CONTACTED')

  given = 'offline'
  await status.selectOption('Closed')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update status' })).toBeVisible()
  await expect(status).toHaveValue('CONTACTED')
  await shot(page, 'admin-preorders-rollback')
  given = refusal('The books are closed')
  await status.selectOption('Pending')
  await expect(page.getByRole('alert').filter({ hasText: 'The books are closed' })).toBeVisible()
  await expect(status).toHaveValue('CONTACTED')
})

test('keeps its filter in the address, and when coming back', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const pending = await preOrder(server)
  const { main } = await openAdmin(page, server, '/admin/preorders')
  await main.getByLabel('Status', { exact: true }).selectOption('Pending')
  await expect(page).toHaveURL('/admin/preorders?status=PENDING')
  await expect(rowOf(page, pending)).toBeVisible()
  await rowOf(page, pending).getByRole('link', { name: 'Mobile Assistant' }).click()
  await expect(page).toHaveURL('/admin/products/2')
  await page.goBack()
  await expect(page).toHaveURL('/admin/preorders?status=PENDING')
  await expect(main.getByLabel('Status', { exact: true })).toHaveValue('PENDING')
  await expect(rowOf(page, pending)).toBeVisible()
  await main.getByLabel('Status', { exact: true }).selectOption('Closed')
  await expect(rowOf(page, pending)).toHaveCount(0)
  await page.goBack()
  await expect(rowOf(page, pending)).toBeVisible()
})

test('finds and sorts pre-orders', { tag: '@desktop' }, async ({ page, server }) => {
  const company = `Bakery ${randomUUID().slice(0, 8)}`
  const arm = await preOrder(server, { company, productName: 'Arm', productId: null })
  const zeppelin = await preOrder(server, { company, productName: 'Zeppelin', productId: null })
  const { main } = await openAdmin(page, server, '/admin/preorders')
  await main.getByLabel('Name, company or product').fill(company.toLowerCase())
  await expect(page).toHaveURL(/\?q=[^&]+$/)
  const rows = rowOf(page, company)
  await expect(main.getByText('2 pre-orders', { exact: true })).toBeVisible()
  await expect(rows).toContainText([zeppelin, arm])
  await main.getByLabel('Sort by').selectOption('Product')
  await expect(page).toHaveURL(/\?q=[^&]+&sort=product$/)
  await expect(rows).toContainText([arm, zeppelin])
})

test('sets several pre-orders, and stops when asked to', { tag: '@desktop' }, async ({ page, server }) => {
  const company = `Bakery ${randomUUID().slice(0, 8)}`
  for (let count = 0; count < 6; count++) await preOrder(server, { company })
  let release = (_: 'pass') => {}
  const held = new Promise<'pass'>((done) => (release = done))
  const asked = await answer(page, 'PreOrderStatusUpdate', held)
  const { main } = await openAdmin(
    page,
    server,
    `/admin/preorders?q=${encodeURIComponent(company)}&status=PENDING`,
  )
  await main.getByRole('checkbox', { name: 'Select the whole page' }).check()
  const bar = main.getByRole('group', { name: 'Selected pre-orders' })
  await expect(bar).toContainText('6 selected')
  const last = main.getByRole('link', { name: /^Details/ }).last()
  await last.focus()
  const covered = async () => ((await last.boundingBox())?.y ?? 0) + 44 > ((await bar.boundingBox())?.y ?? 0)
  await expect.poll(covered, 'what has the focus is in sight').toBe(false)
  await bar.getByRole('button', { name: 'Set to Contacted' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set 6 pre-orders to Contacted?' })
  await shot(page, 'admin-preorders-several')
  await dialog.getByRole('button', { name: 'Set to Contacted' }).click()
  await expect(dialog.getByRole('status').first()).toHaveText('Changing 0 of 6...')
  await expect.poll(() => asked.length).toBe(4)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog).toBeHidden()
  release('pass')
  await expect(dialog.getByRole('alert')).toHaveText('4 of 6 done, 2 not started. The rest stays selected.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  // What was changed no longer fits the filter.
  await expect(rowOf(page, company)).toHaveCount(2)
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Set to Contacted' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set to Contacted' }).click()
  await expect(page.getByText('2 pre-orders set to Contacted')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
})

test('tells failed, no match and none yet apart', { tag: '@desktop' }, async ({ page, server, problems }) => {
  problems.allow(/AdminPreOrders:|Failed to load resource|INTERNET_DISCONNECTED/)
  let given: ReturnType<typeof refusal> | 'offline' | ReturnType<typeof nothing> =
    refusal('The lists are shut')
  await answer(page, 'AdminPreOrders', () => given)
  const { main } = await openAdmin(page, server, '/admin/preorders?status=CLOSED')
  await expect(main.getByText('The lists are shut')).toBeVisible()
  given = 'offline'
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText('Failed to fetch pre-orders')).toBeVisible()
  await shot(page, 'admin-preorders-failed')
  await axe(page)

  given = nothing('preOrders')
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
  await axe(page)
  await main.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/preorders')
  await expect(main.getByRole('heading', { name: 'No pre-orders yet' })).toBeVisible()
  await shot(page, 'admin-preorders-none')
  await axe(page)
  await noOverflow(page)
})

test('has its shape while it loads', { tag: '@desktop' }, async ({ page, server }) => {
  let release = (_: 'pass') => {}
  await answer(page, 'AdminPreOrders', new Promise<'pass'>((done) => (release = done)))
  await preOrder(server)
  const { main } = await openAdmin(page, server, '/admin/preorders')
  await expect(main.getByText('Loading Pre-orders')).toBeAttached()
  await axe(page)
  release('pass')
  await expect(main.getByRole('table', { name: 'Pre-orders' })).toBeVisible()
})

test('those that are to be confirmed say so, and are counted nowhere', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const unconfirmed = await preOrder(server)
  const { main } = await openAdmin(page, server, '/admin')
  const tile = main.getByRole('link', { name: 'Pending pre-orders' })
  await expect(tile).toHaveText(/\d$/)
  const count = Number(/\d+$/.exec((await tile.textContent()) ?? '')?.[0])
  await tile.click()
  await expect(page).toHaveURL('/admin/preorders?status=PENDING&confirmed=yes&sort=due')
  await expect(main.getByText(`${count} pre-order${count === 1 ? '' : 's'}`, { exact: true })).toBeVisible()
  await expect(rowOf(page, unconfirmed)).toHaveCount(0)
  await main.getByLabel('Confirmation').selectOption('Not confirmed')
  await expect(rowOf(page, unconfirmed)).toContainText('Not confirmed')
  await shot(page, 'admin-preorders-unconfirmed')
  await axe(page)
  await noOverflow(page)
})
