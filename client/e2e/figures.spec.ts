import type { Page } from '@playwright/test'
import { openAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer } from './graph'
import { expect, test } from './test'

const names = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading', { level: 3 })
const openFilters = (page: Page) => page.getByRole('button', { name: /^Filter by figures/ })
const facets = (page: Page) => page.getByRole('region', { name: 'Filters by figures' })
const active = (page: Page) => page.getByRole('list', { name: 'Active filters' })
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 640

test('finds machines by figures as they are typed', async ({ page }) => {
  await page.goto('/products')
  await expect(names(page)).toHaveCount(10)
  await openFilters(page).press('Enter')
  await expect(facets(page).getByRole('group', { name: /^Payload/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(isPhone(page) ? 1 : 0)

  const payload = facets(page).getByLabel('From Payload')
  await payload.fill('6 kg')
  await payload.press('Enter')
  await expect(page).toHaveURL('/products?figure=payload%3A6+kg..')
  await expect(facets(page).getByRole('status')).toHaveText('5 products')
  const reach = facets(page).getByLabel('Up to Reach')
  await reach.pressSequentially('0.9m')
  await reach.press('Tab')
  await expect(facets(page).getByRole('status')).toHaveText('2 products')
  // Without a unit it is the one that the field shows.
  await facets(page).getByLabel('Up to Mass').fill('30')
  await facets(page).getByLabel('Up to Mass').press('Enter')
  await expect(facets(page).getByRole('status')).toHaveText('1 product')
  await shot(page, 'figures-filters')
  await axe(page)

  const mass = facets(page).getByLabel('Up to Mass')
  await mass.fill('light')
  await mass.press('Enter')
  await expect(mass).toHaveAccessibleDescription('Enter a number such as 6 kg')

  const upTo = facets(page).getByLabel('Up to Payload')
  await upTo.fill('5')
  await upTo.press('Enter')
  await expect(upTo).toHaveAccessibleDescription('Up to must be at least 6 kg')
  await expect(page).not.toHaveURL(/5\+kg/)
  await expect(facets(page).getByRole('alert')).toHaveCount(0)
  await shot(page, 'figures-refused')
  await axe(page)
  await upTo.fill('')
  await upTo.press('Enter')
  await expect(upTo).toHaveAccessibleDescription('')

  if (isPhone(page)) await page.keyboard.press('Escape')
  await expect(names(page)).toHaveText(['Six-Axis Fixed Arm'])
  await expect(active(page).getByRole('listitem')).toHaveText([
    'Payload at least 6 kg',
    'Reach at most 900 mm',
    'Mass at most 30 kg',
    'Clear figures',
  ])
  await shot(page, 'figures-active')
  await active(page).getByRole('button', { name: 'Remove filter: Mass at most 30 kg' }).press('Enter')
  await expect(names(page)).toHaveCount(2)
  await page.reload()
  await expect(names(page)).toHaveCount(2)
  await active(page).getByRole('button', { name: 'Clear figures' }).click()
  await expect(names(page)).toHaveCount(10)
  await expect(page).toHaveURL('/products')
})

test('narrows by what fits and by a flag, and says what to do when nothing matches', async ({ page }) => {
  await page.goto('/products?figure=fits:3')
  await expect(names(page)).toHaveText(['Parallel Gripper', 'Linear Slider Rail'])
  await expect(active(page).getByRole('listitem').first()).toHaveText('Fits Six-Axis Fixed Arm')
  await openFilters(page).click()
  // Counts leave out the own condition of a figure, and heed all others.
  await expect(facets(page).getByRole('group', { name: /^Payload/ })).toContainText('2')
  await facets(page).getByLabel('From Payload').fill('10')
  await facets(page).getByLabel('From Payload').press('Enter')
  await expect(facets(page).getByRole('status')).toHaveText('1 product')
  await page.goto('/products?figure=available:true&figure=payload:50kg..')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await page.getByRole('button', { name: 'Remove the last figure' }).press('Enter')
  await expect(names(page)).toHaveCount(2)
})

test('understands figures in the search box', async ({ page }) => {
  await page.goto('/products')
  await page.getByRole('searchbox', { name: 'Search products' }).fill('arm 5 kg 900 mm in stock')
  await expect(names(page)).toHaveCount(2)
  await expect(active(page).getByRole('listitem')).toHaveText([
    'Payload at least 5 kg“5 kg”',
    'Reach at least 900 mm“900 mm”',
    'In stock“in stock”',
  ])
  await active(page).getByRole('button', { name: 'Remove filter: In stock' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('arm 5 kg 900 mm')
  await expect(names(page)).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('Lightest arm above 5 kg')
  await expect(active(page).getByRole('listitem')).toHaveText([
    'Payload at least 5 kg“above 5 kg”',
    'Mass, lowest first“lightest”',
  ])
  await expect(names(page).first()).toHaveText('Six-Axis Fixed Arm')
  await active(page).getByRole('button', { name: 'Remove filter: Payload at least 5 kg' }).click()
  await active(page).getByRole('button', { name: 'Remove filter: Mass, lowest first' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('arm')
})

test('shows the list as a grid and as a table, remembers which, and copies it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/products')
  await page.getByRole('radio', { name: 'Grid' }).check({ force: true })
  await expect(page).toHaveURL('/products?view=grid')
  await expect(page.getByRole('heading', { level: 2, name: 'Products' })).toBeVisible()
  await expect(names(page)).toHaveCount(10)
  await shot(page, 'figures-grid')
  await axe(page)
  await noOverflow(page)

  await page.getByRole('radio', { name: 'Table' }).check({ force: true })
  const table = page.getByRole('region', { name: 'Table of products' }).getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(11)
  await table.getByRole('button', { name: 'Payload' }).press('Enter')
  await expect(page).toHaveURL('/products?view=table&by=payload')
  await expect(table.getByRole('columnheader', { name: 'Payload' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.getByRole('rowheader').first()).toContainText('Educational Kit')
  await table.getByRole('button', { name: 'Payload' }).press('Enter')
  await expect(table.getByRole('rowheader').first()).toContainText('SLAM Navigation Robot')
  await shot(page, 'figures-table')
  await axe(page)
  await noOverflow(page)

  await page.getByText('Columns', { exact: true }).first().click()
  await page.getByRole('checkbox', { name: 'Mass' }).press('Space')
  await expect(table.getByRole('columnheader', { name: 'Mass' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy table as tab-separated text' }).click()
  await expect(page.getByRole('status').getByText('Copied', { exact: true })).toBeAttached()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')[0]).toBe(
    'Name\tModel\tPayload\tReach\tRepeatability\tStroke\tRun time\tPrice\tIn stock\tDelivery time',
  )
  expect(copied.split('\n')[1]).toMatch(/^SLAM Navigation Robot\tORR-MB-100\t100 kg\t/)

  // The next visit begins with the same form, and the default is an address without it.
  await page.goto('/about')
  await page.goto('/products')
  await expect(page).toHaveURL('/products?view=table')
  await page.getByRole('radio', { name: 'Sheets' }).check({ force: true })
  await expect(page).toHaveURL('/products')
  await expect(page.getByRole('heading', { name: 'Full Details' })).toBeVisible()
})

test('columns that are ticked at once all count', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products?view=table')
  await page.getByText('Columns', { exact: true }).first().click()
  const boxes = page.getByRole('group', { name: 'Columns' }).getByRole('checkbox')
  await boxes.first().evaluate((box: HTMLElement) => {
    const [first, second] = box.closest('fieldset')?.querySelectorAll('input') ?? []
    first?.click()
    second?.click()
  })
  for (const place of [0, 1]) await expect(boxes.nth(place)).not.toBeChecked()
  await expect(boxes.nth(2)).toBeChecked()
  const ids = () => new URL(page.url()).searchParams.get('columns')?.split(',').length
  await expect.poll(ids).toBe((await boxes.count()) - 2)
})

test('says when filters or the table fail, and tries again', { tag: '@desktop' }, async ({
  page,
  problems,
}) => {
  problems.allow(/FigureTable|Facets|graphql/)
  let given: 'offline' | 'pass' = 'offline'
  await answer(page, 'FigureTable', () => given)
  await answer(page, 'Facets', () => given)
  await page.goto('/products?view=table')
  await expect(page.getByRole('alert').getByText("Couldn't load the table")).toBeVisible()
  await openFilters(page).click()
  await expect(facets(page).getByRole('alert')).toBeVisible()
  given = 'pass'
  await facets(page).getByRole('button', { name: 'Try again' }).click()
  await expect(facets(page).getByRole('group', { name: /^Payload/ })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Table of products' })).toBeVisible()
})

test('lets an administrator add a figure that products then state', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  await openAdmin(page, server, '/admin/products?attributes=all')
  const list = page.getByRole('dialog', { name: 'Attributes' })
  await expect(list.getByRole('row')).toHaveCount(10)
  await shot(page, 'figures-attributes')
  await axe(page)
  await list.getByRole('button', { name: 'Add attribute' }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('Label').fill('Noise')
  await dialog.getByLabel('ID').fill('noise')
  await dialog.getByRole('button', { name: 'Add attribute' }).click()
  await expect(list.getByRole('row')).toHaveCount(11)
})
