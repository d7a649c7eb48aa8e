import { readFile } from 'node:fs/promises'
import { createAccount, signInAs } from './accounts'
import { openAdmin, rowOf, sharedAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer, operationOf } from './graph'
import { letterTo } from './letters'
import { addToCart, placeOrder } from './orders'
import { graphql, type Server } from './server'
import { expect, test } from './test'

async function newOrder(server: Server) {
  const { token, name, email } = await createAccount(server)
  return { ...(await placeOrder(server, token)), name, email }
}

/** Moves an order on behind the screen's back. */
const move = (server: Server, token: string, id: string, status: string, version: number) =>
  graphql(
    server,
    'mutation ($input: OrderStatusUpdateInput!) { orderStatusUpdate(input: $input) { order { id } } }',
    { input: { id, status, version } },
    token,
  )

test('lists orders, with the details beside the list', async ({ page, server }) => {
  const { id, number, name, email } = await newOrder(server)
  const { main } = await openAdmin(page, server, '/admin/orders?status=PENDING_PAYMENT')
  const row = rowOf(page, number)
  await expect(row.getByRole('link', { name: number, exact: true })).toHaveAttribute('href', /[?&]order=/)
  for (const text of [name, email, 'Amsterdam, Netherlands']) await expect(row).toContainText(text)
  await expect(row).toContainText('$20,898.90')
  const status = row.getByLabel(`Status of order ${number}`)
  await expect(status.getByRole('option')).toHaveText(['Pending payment', 'Paid', 'Cancelled'])
  await shot(page, 'admin-orders')
  await axe(page)
  await noOverflow(page)

  const details = row.getByRole('link', { name: `Details of order ${number}` })
  await details.click()
  await expect(page).toHaveURL(`/admin/orders?status=PENDING_PAYMENT&order=${id}`)
  const drawer = page.getByRole('dialog', { name: `Order ${number}` })
  await expect(drawer).toContainText(/Damrak 1\s*1012 LG Amsterdam\s*Netherlands/)
  await expect(drawer.getByRole('listitem')).toContainText('Mobile Assistant x 1')
  await expect(drawer).toContainText(/Total\s*\$20,898\.90/)
  await expect(drawer).toContainText('Items reserved until')
  await expect(drawer.getByRole('link', { name: 'View order page' })).toHaveAttribute('href', `/orders/${id}`)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-order-drawer')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/admin/orders?status=PENDING_PAYMENT')
  await expect(details).toBeFocused()

  await details.click()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await page.goto(`/admin/orders?order=${id}`)
  await expect(drawer).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/admin/orders')
  await expect(main.getByRole('table', { name: 'Orders' })).toBeVisible()
})

test('finds and sorts orders in the address', { tag: '@desktop' }, async ({ page, server }) => {
  const buyer = await createAccount(server)
  const small = await placeOrder(server, buyer.token)
  await addToCart(server, buyer.token, { 2: 2 })
  const large = await placeOrder(server, buyer.token)
  const { main } = await openAdmin(page, server, '/admin/orders')
  const search = main.getByLabel('Number, buyer or city')
  await search.fill(buyer.email.toUpperCase())
  await expect(page).toHaveURL(/\?q=[^&]+$/)
  const rows = rowOf(page, buyer.email)
  await expect(main.getByText('2 orders', { exact: true })).toBeVisible()
  await expect(rows).toContainText([large.number, small.number])
  expect((await rows.first().boundingBox())?.height).toBe(44)
  await main.getByLabel('Sort by').selectOption('Total, low to high')
  await expect(page).toHaveURL(/\?q=[^&]+&sort=total-up$/)
  await expect(rows).toContainText([small.number, large.number])
  await main.getByLabel('Sort by').selectOption('Newest')
  await expect(page).toHaveURL(/\?q=[^&]+$/)
  await expect(rows).toContainText([large.number, small.number])
  await search.fill(small.number)
  await expect(rows).toHaveCount(1)

  // What comes to a list in another order has no place in what is seen, so it is only counted.
  await search.fill('')
  await expect(page).toHaveURL('/admin/orders')
  await main.getByLabel('Sort by').selectOption('Oldest')
  await expect(page).toHaveURL('/admin/orders?sort=oldest')
  await expect(rows).toContainText([small.number, large.number])
  const { number } = await placeOrder(server, buyer.token)
  await main.getByRole('link', { name: '1 new order Show' }).click()
  await expect(page).toHaveURL('/admin/orders')
  await expect(rowOf(page, number)).toBeVisible()
})

test('moves an order on, and asks before what can not be undone', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { number } = await newOrder(server)
  const { main } = await openAdmin(page, server, '/admin/orders')
  const status = main.getByLabel(`Status of order ${number}`)
  // An arrow key chooses in a closed select.
  await status.focus()
  await page.keyboard.press('ArrowDown')
  const paid = page.getByRole('dialog', { name: `Mark order ${number} as paid?` })
  await expect(paid).toContainText('Records $20,898.90 as paid by hand and emails the buyer.')
  await shot(page, 'admin-order-paid')
  await page.keyboard.press('Escape')
  await expect(status).toHaveValue('PENDING_PAYMENT')
  await expect(status).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await paid.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(status).toHaveValue('PAID')
  await expect(status.getByRole('option')).toHaveText(['Paid', 'Processing', 'Refunded'])
  // Without waiting in between: each change builds on the one before.
  for (const next of ['Processing', 'Shipped']) {
    await status.selectOption(next)
    await page.getByRole('button', { name: `Set to ${next}` }).click()
  }
  await expect(status).toHaveValue('SHIPPED')
  await page.waitForLoadState('networkidle')
  await expect(status).toHaveValue('SHIPPED')

  await status.focus()
  await status.selectOption('Refunded')
  const dialog = page.getByRole('dialog', { name: `Mark order ${number} as refunded?` })
  await expect(dialog).toContainText("saying it was paid back. This can't be undone.")
  await axe(page)
  await dialog.getByRole('button', { name: 'Keep as is' }).click()
  await expect(dialog).toBeHidden()
  await expect(status).toHaveValue('SHIPPED')
  await expect(status).toBeFocused()
  await status.selectOption('Refunded')
  const kept = page.waitForResponse((r) => operationOf(r.request()).variables.input?.status === 'REFUNDED')
  await dialog.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(status).toHaveCount(0)
  await kept
  await page.reload()
  await expect(rowOf(page, number)).toContainText('Refunded')
  await expect(status).toHaveCount(0)
})

test('ships with a carrier and a link, which the buyer sees and a correction reaches', async ({
  page,
  server,
  browser,
}) => {
  const buyer = await createAccount(server)
  const { id, number } = await placeOrder(server, buyer.token)
  const admin = await sharedAdmin(server)
  await move(server, admin, id, 'PAID', 1)
  await move(server, admin, id, 'PROCESSING', 2)
  await openAdmin(page, server, `/admin/orders?order=${id}`)
  const drawer = page.getByRole('dialog', { name: `Order ${number}` })
  await expect(drawer.getByRole('button', { name: 'Change address' })).toBeVisible()
  await drawer.getByLabel(`Status of order ${number}`).selectOption('Shipped')
  const question = page.getByRole('dialog', { name: `Set order ${number} to Shipped?` })
  const carrier = question.getByLabel('Carrier')
  const link = question.getByLabel('Tracking link')
  await carrier.focus()
  await page.keyboard.type('Zuid Express')
  await page.keyboard.press('Tab')
  await page.keyboard.type('zuid.example/7')
  await page.keyboard.press('Enter')
  await expect(link).toHaveAccessibleDescription(/Tracking link must begin with https:\/\//)
  await expect(link).toBeFocused()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-order-ship')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await link.fill('')
  await link.focus()
  await page.keyboard.type('https://zuid.example /7')
  await page.keyboard.press('Enter')
  // Only the server refuses this one.
  await expect(link).toHaveAccessibleDescription(/Tracking link must begin with https:\/\//)
  await expect(link).toBeFocused()
  await expect(link).toHaveValue('https://zuid.example /7')
  await expect(carrier).toHaveValue('Zuid Express')
  await expect(drawer.getByLabel(`Status of order ${number}`)).toHaveValue('PROCESSING')
  await link.fill('https://zuid.example/7')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(drawer.getByText('Zuid Express, ')).toBeVisible()
  // The goods have left.
  await expect(drawer.getByRole('button', { name: 'Change address' })).toHaveCount(0)
  const { text } = await letterTo(server, buyer.email, { subject: `Your order ${number} has been shipped` })
  expect(text).toContain('Carrier: Zuid Express\nTrack delivery: https://zuid.example/7')

  const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const open = await context.newPage()
  await signInAs(open, buyer.token)
  await open.goto(`/orders/${id}`)
  await expect(open.getByText(/^Shipped with Zuid Express on \w+ \d+, 20\d\d$/)).toBeVisible()
  const track = open.getByRole('link', { name: 'Track delivery' })
  await expect(track).toHaveAttribute('href', 'https://zuid.example/7')
  await expect(track).toHaveAttribute('rel', /noopener/)
  await expect(track).toHaveAttribute('target', '_blank')
  await axe(open)
  await noOverflow(open)
  await shot(open, 'order-shipment')

  await drawer.getByRole('button', { name: 'Edit shipment' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit shipment' })
  await expect(edit.getByLabel('Carrier')).toHaveValue('Zuid Express')
  await edit.getByLabel('Tracking link').focus()
  await page.keyboard.press('End')
  await page.keyboard.type('8')
  await axe(page)
  await shot(page, 'admin-order-shipment-edit')
  await page.keyboard.press('Enter')
  await expect(drawer.getByText(`The shipment of order ${number} was saved`)).toBeVisible()
  await expect(track).toHaveAttribute('href', 'https://zuid.example/78')
  await shot(page, 'admin-order-shipped')

  // What was done is still told once the money is returned.
  await move(server, admin, id, 'REFUNDED', 5)
  await expect(open.getByRole('list', { name: 'Progress' }).getByRole('listitem')).toHaveText([
    'Placed(done)',
    'Paid(done)',
    'Processing(done)',
    'Shipped(done)',
    'RefundedYour payment was refunded.',
  ])
  await axe(open)
  await shot(open, 'order-refunded')
  await context.close()
})

test('a note is deleted while the deletion of another one waits for its answer', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { id } = await newOrder(server)
  const admin = await sharedAdmin(server)
  for (const text of ['One', 'Two'])
    await graphql(
      server,
      'mutation ($input: OrderNoteAddInput!) { orderNoteAdd(input: $input) { userErrors { message } } }',
      { input: { orderId: id, text } },
      admin,
    )
  await openAdmin(page, server, `/admin/orders?order=${id}`)
  const drawer = page.getByRole('dialog', { name: /^Order / })
  const notes = drawer.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(notes).toHaveCount(2)
  let release = () => {}
  const released = new Promise<'pass'>((resolve) => {
    release = () => resolve('pass')
  })
  const requests = await answer(page, 'OrderNoteDelete', released)
  const ask = page.getByRole('dialog', { name: 'Delete this note?' })
  for (const note of [notes.first(), notes.last()]) {
    await note.getByRole('button', { name: /^Delete the note of / }).click()
    await ask.getByRole('button', { name: 'Delete note' }).click()
    await expect(ask).toBeHidden()
  }
  await expect.poll(() => requests.length).toBe(1)
  release()
  await expect(drawer.getByText('No notes yet.')).toBeVisible()
})

test('notes about an order are written and deleted, and nothing typed is lost', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/OrderNote(Add|Delete):|Failed to load resource|INTERNET_DISCONNECTED/)
  const { id, number } = await newOrder(server)
  await openAdmin(page, server, `/admin/orders?order=${id}`)
  const drawer = page.getByRole('dialog', { name: /^Order OR-/ })
  const note = drawer.getByLabel('New note')
  const add = drawer.getByRole('button', { name: 'Add note' })
  const notes = drawer.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(drawer.getByText('No notes yet.')).toBeVisible()
  await add.click()
  await expect(note).toHaveAccessibleDescription(/Note is required/)
  await note.fill('x'.repeat(1801))
  await expect(note).toHaveAccessibleDescription(/199 characters left/)
  await note.fill('x'.repeat(2001))
  await expect(note).toHaveAccessibleDescription(/1 too many/)
  await note.press('Control+Enter')
  await expect(note).toHaveAccessibleDescription(/Note must have at most 2000 characters/)

  let online = false
  await answer(page, 'OrderNoteAdd', () => (online ? Promise.resolve('pass') : 'offline'))
  await note.fill('Buyer called:\nthe lift takes 900 kg.')
  await note.press('Control+Enter')
  await expect(drawer.getByRole('alert').getByText('Failed to save the note.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await rowOf(page, number).getByText('Details').click()
  await expect(note).toHaveValue('Buyer called:\nthe lift takes 900 kg.')
  online = true
  await note.press('Control+Enter')
  await expect(drawer.getByText('The note was saved')).toBeVisible()
  await expect(note).toHaveValue('')
  await note.fill('Delivery on Monday')
  await add.click()
  await expect(notes).toHaveText([/^Delivery on Monday.+, \w+ \d+, 20\d\d/, /^Buyer called:\nthe lift/])
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-order-notes')

  await answer(page, 'OrderNoteDelete', () => (online ? Promise.resolve('pass') : 'offline'))
  online = false
  const remove = notes.first().getByRole('button', { name: /^Delete the note of / })
  const ask = page.getByRole('dialog', { name: 'Delete this note?' })
  await remove.click()
  await expect(ask).toContainText('Delivery on Monday')
  await expect(ask).toContainText("will be deleted for everybody. This can't be undone.")
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-order-note-delete')
  await ask.getByRole('button', { name: 'Keep it' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await ask.getByRole('button', { name: 'Delete note' }).click()
  await expect(drawer.getByText('Failed to delete the note.')).toBeVisible()
  await expect(notes).toHaveCount(2)
  online = true
  await remove.click()
  await ask.getByRole('button', { name: 'Delete note' }).click()
  await expect(notes).toHaveText([/^Buyer called:/])
  await expect(drawer.getByRole('heading', { name: 'Notes' })).toBeFocused()
  await page.reload()
  await expect(notes).toHaveText([/^Buyer called:/])
})

test('saves the invoice, of orders that have one', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/status of 422/)
  const { id, number } = await newOrder(server)
  const { token } = await openAdmin(page, server, `/admin/orders?order=${id}`)
  const drawer = page.getByRole('dialog', { name: `Order ${number}` })
  const invoice = drawer.getByRole('button', { name: 'Invoice (PDF)' })
  const coming = page.waitForEvent('download')
  await invoice.click()
  const download = await coming
  expect(download.suggestedFilename()).toBe(`invoice-${number}.pdf`)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')

  // Somebody else calls it off, and the drawer does not know yet.
  await page.routeWebSocket('**/graphql', () => {})
  await page.reload()
  await expect(invoice).toBeVisible()
  await move(server, token, id, 'CANCELLED', 1)
  await invoice.click()
  await expect(drawer.getByText('A cancelled order has no invoice', { exact: true })).toBeVisible()
  await page.reload()
  await expect(drawer.getByText('A cancelled order has no invoice.')).toBeVisible()
  await expect(invoice).toHaveCount(0)
})

test('moves several orders on, as far as all of them can go', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  // Otherwise the list would show at once what the other one has done.
  await page.routeWebSocket('**/graphql', () => {})
  const buyer = await createAccount(server)
  const [first, second, third] = [
    await placeOrder(server, buyer.token),
    await placeOrder(server, buyer.token),
    await placeOrder(server, buyer.token),
  ]
  const { main, token } = await openAdmin(page, server, `/admin/orders?q=${buyer.email}`)
  await main.getByLabel(`Status of order ${third.number}`).selectOption('Paid')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await main.getByRole('checkbox', { name: 'Select the whole page' }).check()
  const bar = main.getByRole('group', { name: 'Selected orders' })
  await expect(bar).toContainText('3 selectedThese orders have no next status in common.')
  await main.getByRole('checkbox', { name: `Select order ${third.number}` }).uncheck()
  await expect(bar.getByRole('button')).toHaveText(['Set to Paid', 'Set to Cancelled', 'Clear selection'])
  await shot(page, 'admin-orders-selected')
  await move(server, token, second.id, 'PAID', 1)
  await bar.getByRole('button', { name: 'Set to Cancelled' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set 2 orders to Cancelled?' })
  await expect(dialog).toContainText(
    "Their items return to stock, and each buyer gets an email. This can't be undone.",
  )
  await dialog.getByRole('button', { name: 'Set to Cancelled' }).click()
  await expect(dialog.getByRole('alert')).toContainText('1 of 2 done, 1 failed')
  await expect(dialog.getByRole('listitem')).toContainText(`order ${second.number}`)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(page, first.number)).toContainText('Cancelled')
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: 'Set to Processing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set to Processing' }).click()
  await expect(page.getByText('1 order set to Processing')).toBeVisible()
  await expect(main.getByLabel(`Status of order ${second.number}`)).toHaveValue('PROCESSING')
})

test('shows both versions when somebody else was faster', { tag: '@desktop' }, async ({ page, server }) => {
  const { id, number } = await newOrder(server)
  // Otherwise the list would show at once what the other one has done.
  await page.routeWebSocket('**/graphql', () => {})
  const { main, token } = await openAdmin(page, server, '/admin/orders')
  const status = main.getByLabel(`Status of order ${number}`)
  await expect(status).toHaveValue('PENDING_PAYMENT')
  await move(server, token, id, 'PAID', 1)
  await status.selectOption('Paid')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const dialog = page.getByRole('dialog', { name: `Order ${number} has changed` })
  await expect(dialog).toContainText(/Your version\s*Pending payment\s*Version 1/)
  await expect(dialog).toContainText(/Current version\s*Paid\s*Version 2/)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-order-conflict')
  await expect(dialog.getByRole('button')).toHaveText(['', 'Use current version'])
  await dialog.getByRole('button', { name: 'Use current version' }).click()
  await expect(dialog).toBeHidden()
  await expect(status).toHaveValue('PAID')

  await move(server, token, id, 'PROCESSING', 2)
  await status.selectOption('Refunded')
  await page.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(dialog).toContainText(/Current version\s*Processing\s*Version 3/)
  await dialog.getByRole('button', { name: 'Change to Refunded anyway' }).click()
  await page.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(rowOf(page, number)).toContainText('Refunded')
})

test('has pages, and takes a change back that failed', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/OrderStatusUpdate:|AdminOrders?:|Failed to load resource|INTERNET_DISCONNECTED/)
  const { token } = await createAccount(server)
  const { id: placed, number } = await placeOrder(server, token)
  const numbers = [number]
  for (let count = 0; count < 20; count++) numbers.push((await placeOrder(server, token)).number)
  const { main } = await openAdmin(page, server, '/admin/orders')
  await expect(rowOf(page, numbers[20] as string)).toBeVisible()
  await expect(rowOf(page, numbers[0] as string)).toHaveCount(0)
  await main.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/admin/orders?page=2')
  await expect(rowOf(page, numbers[0] as string)).toBeVisible()
  await axe(page)
  await rowOf(page, numbers[0] as string)
    .getByRole('link', { name: numbers[0], exact: true })
    .click()
  await expect(page.getByRole('dialog', { name: `Order ${numbers[0]}` })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin/orders?page=2')
  await expect(rowOf(page, numbers[0] as string)).toBeVisible()

  await answer(page, 'OrderStatusUpdate', 'offline')
  const status = main.getByLabel(`Status of order ${numbers[0]}`)
  await status.selectOption('Paid')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update status' })).toBeVisible()
  await expect(status).toHaveValue('PENDING_PAYMENT')

  await page.goto(`/admin/orders?order=${placed}`)
  const drawer = page.getByRole('dialog', { name: `Order ${numbers[0]}` })
  await drawer.getByLabel(`Status of order ${numbers[0]}`).selectOption('Paid')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(drawer.getByRole('alert').getByText('Failed to update status')).toBeVisible()

  await page.goto('/admin/orders?page=400')
  await expect(page).toHaveURL(/\/admin\/orders\?page=\d{1,2}$/)
  await expect(main.getByRole('table', { name: 'Orders' })).toBeVisible()
})

test('keeps the list when it can not be refreshed, and says so', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/AdminOrders:|Failed to load resource|INTERNET_DISCONNECTED/)
  const { number } = await newOrder(server)
  const { main } = await openAdmin(page, server, '/admin/orders')
  await expect(rowOf(page, number)).toBeVisible()
  let online = false
  await answer(page, 'AdminOrders', () => (online ? Promise.resolve('pass') : 'offline'))
  const rail = page.getByRole('navigation', { name: 'Administration' })
  await rail.getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL('/admin/products')
  await rail.getByRole('link', { name: 'Orders', exact: true }).click()
  const notice = main.getByRole('alert')
  await expect(notice).toContainText("Couldn't refresh this list. It may be out of date.")
  await expect(rowOf(page, number)).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-orders-stale')
  // Another list is another matter.
  await main.getByLabel('Sort by').selectOption('Oldest')
  await expect(main.getByText('Failed to load orders.')).toBeVisible()
  await page.goBack()
  await expect(notice).toContainText("Couldn't refresh this list.")
  await expect(rowOf(page, number)).toBeVisible()
  online = true
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toHaveCount(0)
  await expect(rowOf(page, number)).toBeVisible()
})

test('an order that failed is told from one that is gone', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/AdminOrder:|Failed to load resource|INTERNET_DISCONNECTED/)
  await answer(page, 'AdminOrder', 'offline')
  await openAdmin(page, server, '/admin/orders?order=nonsense')
  const drawer = page.getByRole('dialog', { name: 'Order details' })
  await expect(drawer.getByText('Failed to load order details.')).toBeVisible()
  await page.unrouteAll()
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await expect(drawer.getByText('It may have been deleted.')).toBeVisible()
})
