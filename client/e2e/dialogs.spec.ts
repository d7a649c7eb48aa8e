import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { createAccount } from './accounts'
import { openAdmin, rowOf } from './admin'
import { axe, holdToasts, noOverflow, shot } from './checks'
import { answer, refusal } from './graph'
import { placeOrder } from './orders'
import { expect, test } from './test'

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' })
const keep = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click()

/** Presses at one place and releases at another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

async function middle(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('it has no place')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const beside = { x: 20, y: 300 }

test('a changed form asks before it goes, whichever way', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const name = `Kettle ${randomUUID().slice(0, 8)}`
  await newProduct(name)
  const { main } = await openAdmin(page, server, '/admin/products')
  await main.getByLabel('Product name').fill(name)
  const row = rowOf(page, name)
  const link = row.getByRole('link', { name: `Edit ${name}` })
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
  const text = dialog.getByLabel('Category')

  // Unchanged it just closes.
  await link.click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await link.click()
  await expect(text).toBeVisible()
  await page.mouse.click(beside.x, beside.y)
  await expect(dialog).toBeHidden()

  await link.click()
  const address = page.url()
  await text.fill('It boils. ')
  await text.pressSequentially('Twice.')
  // A selection of text that leaves the dialog, and a press beside it that ends inside.
  await drag(page, await middle(text), beside)
  await expect(text).toHaveValue('It boils. Twice.')
  await drag(page, beside, await middle(dialog))
  await expect(text).toHaveValue('It boils. Twice.')
  await expect(question(page)).toHaveCount(0)

  await text.focus()
  await page.keyboard.press('Escape')
  await expect(question(page)).toContainText('Your changes have not been saved.')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'dialog-discard')
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(text).toBeFocused()
  await page.mouse.click(beside.x, beside.y)
  await keep(page)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await keep(page)
  await page.goBack()
  await keep(page)
  await expect(page).toHaveURL(address)
  await expect(text).toHaveValue('It boils. Twice.')

  await page.goBack()
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/edit=/)
  await link.click()
  await expect(text).toHaveValue('Industrial')
  await text.fill('It boils.')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()

  // What was saved is not asked about.
  await link.click()
  await text.fill('It boils.')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`${name} was saved`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(question(page)).toHaveCount(0)
})

test('a form that is kept when it closes asks when its page is left', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token } = await createAccount(server)
  const { id } = await placeOrder(server, token)
  const { main } = await openAdmin(page, server, '/admin/team')
  const rail = page.getByRole('navigation', { name: 'Administration' })
  await rail.getByRole('link', { name: 'Milestones' }).click()
  await main.getByRole('button', { name: 'Add milestone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add milestone' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('2026 Q4: Legs')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await main.getByRole('button', { name: 'Add milestone' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('2026 Q4: Legs')
  await page.goBack()
  await keep(page)
  await expect(page).toHaveURL('/admin/milestones')
  await expect(dialog.getByLabel('Title')).toHaveValue('2026 Q4: Legs')
  // Another site, or a reload, is the browser's to ask about.
  page.once('dialog', (browser) => browser.dismiss())
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => window.location.reload())
  expect((await asked).type()).toBe('beforeunload')
  await expect(dialog.getByLabel('Title')).toHaveValue('2026 Q4: Legs')

  await page.goto(`/admin/orders?order=${id}`)
  const drawer = page.getByRole('dialog', { name: /^Order OR-/ })
  await drawer.getByLabel('New note').fill('Call the buyer')
  await drawer.getByRole('link', { name: 'View order page' }).click()
  await keep(page)
  await expect(drawer.getByLabel('New note')).toHaveValue('Call the buyer')
  await drawer.getByRole('link', { name: 'View order page' }).click()
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(`/orders/${id}`)
})

test('toasts lie over an open dialog, and can be used there', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/CustomerUpdate:/)
  const { name } = await createAccount(server, `Ada ${randomUUID().slice(0, 8)}`)
  const { main } = await openAdmin(page, server, `/admin/customers?q=${encodeURIComponent(name)}`)
  await answer(page, 'CustomerUpdate', refusal('Not today'))
  const details = rowOf(page, name).getByRole('link', { name: `Details of ${name}` })
  await details.click()
  const drawer = page.getByRole('dialog', { name, exact: true })
  const block = async () => {
    await drawer.getByRole('button', { name: 'Block' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block account' }).click()
  }
  await holdToasts(page)
  await block()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  const toast = toasts.getByRole('alert').filter({ hasText: 'Not today' })
  await expect(toast).toBeVisible()
  await axe(page)
  await shot(page, 'dialog-toast')
  // By keyboard, and by a press at its place: whatever lay over it would get it.
  const close = toast.getByRole('button', { name: 'Close notification' })
  await close.focus()
  await expect(close).toBeFocused()
  const { x, y } = await middle(close)
  await page.mouse.click(x, y)
  await expect(toast).toHaveCount(0)
  await expect(drawer).toBeVisible()

  // It stays when the dialog closes, and goes along when another one opens.
  await block()
  await expect(toast).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(toast).toBeVisible()
  await details.press('Enter')
  await expect(drawer).toBeVisible()
  await holdToasts(page)
  await close.click()
  await expect(toast).toHaveCount(0)

  await page.goto('/admin/products')
  await main.getByRole('button', { name: 'Import', exact: true }).click()
  const download = page
    .getByRole('dialog', { name: 'Import products' })
    .getByRole('button', { name: 'Download all products' })
  await expect(download).toBeVisible()
  await holdToasts(page)
  await download.click()
  await expect(toasts.getByText(/^products-.*\.csv was saved$/)).toBeVisible()
  await toasts.getByRole('button', { name: 'Close notification' }).click()
  await expect(toasts.getByText(/was saved$/)).toHaveCount(0)
})
