import type { Locator, Page } from '@playwright/test'
import { openAdmin } from './admin'
import { graph, operationOf } from './graph'
import { expect, test } from './test'

// Inputs that the address keeps, with real keys: `fill` sets the whole text at once, which hides what is lost in between.
test.describe.configure({ timeout: 120_000 })

/** Types into the middle of "gripper". */
async function typeInside(page: Page, field: Locator) {
  await field.press('Home')
  for (let letter = 0; letter < 4; letter++) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('XYZ')
  await expect(field).toHaveValue('gripXYZper')
}

test('a filter keeps every letter, at its end and in its middle', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/faq')
  const field = page.getByRole('searchbox', { name: 'Filter the questions' })
  await field.focus()
  await page.keyboard.type('gripper')
  await expect(field).toHaveValue('gripper')
  await expect(page).toHaveURL('/faq?q=gripper')
  await expect(field).toHaveValue('gripper')
  await typeInside(page, field)
  await expect(page).toHaveURL('/faq?q=gripXYZper')
  await expect(page.getByRole('heading', { name: 'No matching questions' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all questions' }).click()
  await expect(page).toHaveURL('/faq')
  await expect(field).toHaveValue('')
})

test('searches keep every letter', { tag: '@desktop' }, async ({ page, server }) => {
  await openAdmin(page, server, '/products')
  for (const [path, name] of [
    ['/products', 'Search products'],
    ['/admin/orders', 'Number, buyer or city'],
    ['/admin/reviews', 'Author or text'],
  ] as const) {
    await page.goto(path)
    const field = page.getByRole('main').getByRole('searchbox', { name })
    await field.focus()
    // Each letter comes when the one before is about to reach the address.
    await page.keyboard.type('gripper', { delay: 240 })
    await expect(page).toHaveURL(`${path}?q=gripper`)
    await expect(field).toHaveValue('gripper')
    await typeInside(page, field)
    await expect(page).toHaveURL(`${path}?q=gripXYZper`)
    await expect(field).toHaveValue('gripXYZper')
  }
})

test('a search that was just typed does not close what is opened next', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const { id } = await newProduct('Arm of Its Test')
  const { main } = await openAdmin(page, server, '/admin/products')
  const edit = main.getByRole('link', { name: 'Edit Arm of Its Test' })
  await expect(edit).toBeVisible()
  await main.getByLabel('Product name').pressSequentially('arm')
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Arm of Its Test' })
  await expect(dialog.getByLabel('Name')).toBeVisible()
  await expect(page).toHaveURL(`/admin/products?q=arm&edit=${id}`)
  await expect(dialog.getByLabel('Name')).toBeVisible()
})

test('a search that has reached the address but not the page stays when something is opened', {
  tag: '@desktop',
}, async ({ page, server, newProduct }) => {
  const { id } = await newProduct('Arm of Another Test')
  const { main } = await openAdmin(page, server, '/admin/products')
  const edit = main.getByRole('link', { name: 'Edit Arm of Another Test' })
  await edit.evaluate((link: HTMLElement) => {
    const replaceState = history.replaceState.bind(history)
    history.replaceState = (data, unused, url) => {
      replaceState(data, unused, url)
      if (String(url).endsWith('?q=arm')) queueMicrotask(() => link.click())
    }
  })
  await main.getByLabel('Product name').pressSequentially('arm')
  await expect(
    page.getByRole('dialog', { name: 'Edit Arm of Another Test' }).getByLabel('Name'),
  ).toBeVisible()
  await expect(page).toHaveURL(`/admin/products?q=arm&edit=${id}`)
})

test('a search that has reached the address but not the page stays when a page of the list is asked for', {
  tag: '@desktop',
}, async ({ page, server }) => {
  // The shop has one page only.
  let answered = 0
  await page.route(graph, async (route) => {
    if (operationOf(route.request()).operationName !== 'AdminProducts') return route.fallback()
    const response = await route.fetch()
    const json = await response.json()
    json.data.inventory.totalCount = 30
    await route.fulfill({ response, json })
    answered++
  })
  const { main } = await openAdmin(page, server, '/admin/products')
  await main.getByRole('link', { name: 'Next page' }).evaluate((link: HTMLElement) => {
    const replaceState = history.replaceState.bind(history)
    history.replaceState = (data, unused, url) => {
      replaceState(data, unused, url)
      if (String(url).endsWith('?q=arm')) queueMicrotask(() => link.click())
    }
  })
  await main.getByLabel('Product name').pressSequentially('arm')
  await expect.poll(() => answered).toBe(2)
  await expect(page).toHaveURL('/admin/products?q=arm')
})

// The parts of a date have another order elsewhere; these have the same digits in both first ones.
for (const delay of [0, 80, 250])
  test(`dates are typed at ${delay} ms a key`, { tag: '@desktop' }, async ({ page, server }) => {
    const { main } = await openAdmin(page, server, '/admin/audit')
    const from = main.getByLabel('From', { exact: true })
    const until = main.getByLabel('Until')
    await from.focus()
    await page.keyboard.type('03032026', { delay })
    await expect(page).toHaveURL('/admin/audit?from=2026-03-03')
    await expect(from).toHaveValue('2026-03-03')
    await until.focus()
    await page.keyboard.type('04042026', { delay })
    await expect(page).toHaveURL('/admin/audit?from=2026-03-03&until=2026-04-04')
    // Over one that is there already, from its first part on, and only the first parts.
    await from.focus()
    await page.keyboard.type('0202', { delay })
    await expect(page).toHaveURL('/admin/audit?from=2026-02-02&until=2026-04-04')
    await expect(from).toHaveValue('2026-02-02')
    await expect(until).toHaveValue('2026-04-04')

    await page.goto('/admin?period=own&from=2026-01-05&until=2026-02-03')
    const first = main.getByLabel('From', { exact: true })
    await first.focus()
    await page.keyboard.type('01012026', { delay })
    await main.getByLabel('To', { exact: true }).focus()
    await page.keyboard.type('02022026', { delay })
    await expect(page).toHaveURL('/admin?period=own&from=2026-01-01&until=2026-02-02')
    await expect(main.getByText('Jan 1, 2026 to Feb 2, 2026')).toBeVisible()
    await expect(first).toHaveValue('2026-01-01')
  })
