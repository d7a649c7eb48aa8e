import type { Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { answer, refusal } from './graph'
import { expect, test } from './test'

const table = (page: Page) => page.getByRole('region', { name: 'Comparison' }).getByRole('table')
const columns = (page: Page) => table(page).getByRole('columnheader').getByRole('link')
const values = (page: Page, name: RegExp) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
    .getByRole('cell')

test('lays three products beside each other', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/compare?products=1,3,7')
  await expect(page.getByRole('heading', { level: 1, name: 'Compare products' })).toBeVisible()
  await expect(columns(page)).toHaveText([
    'Robotic Arm with Linear Rail',
    'Six-Axis Fixed Arm',
    'Parallel Gripper',
  ])
  const heads = table(page).getByRole('columnheader')
  await expect(heads.nth(1)).toContainText('$25,999.00')
  await expect(heads.nth(1)).toContainText('5 in stock')
  await expect(heads.nth(3)).toContainText('Price to be announced')
  await expect(heads.nth(3)).toContainText('Coming Soon')
  await expect(table(page).getByRole('img')).toHaveCount(3)

  // Labels meet in one row, whichever plate they stand on; what a product does not state is a dash.
  await expect(values(page, /^Reach$/)).toHaveText(['900 mm', '900 mm', '–not stated'])
  await expect(values(page, /^Stroke differs$/).first()).toHaveText('1500 mm')
  await expect(values(page, /^Rental differs$/).first()).toHaveText('€2,999 per month')
  await expect(values(page, /^Reviews$/)).toHaveText(['1', '1', '1'])
  const groups = await table(page)
    .getByRole('rowheader')
    .filter({ hasText: /^(Data plate|Mechanics|Plans|Rating)$/ })
    .allTextContents()
  expect(groups).toEqual(['Data plate', 'Mechanics', 'Plans', 'Rating'])

  // What only one of them states is folded.
  const lone = table(page).getByRole('rowheader', { name: 'Rail speed' })
  await expect(lone).toBeHidden()
  await shot(page, 'compare')
  for (const title of await table(page)
    .getByRole('button', { name: /of one product$/ })
    .all())
    await title.click()
  await expect(lone).toBeVisible()
  await axe(page)
  await noOverflow(page)
})

test('shows only differences, and changes its address alone', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/compare?products=1,3')
  const reach = table(page).getByRole('rowheader', { name: 'Reach', exact: true })
  await expect(reach).toBeVisible()
  await page.getByRole('checkbox', { name: 'Show differences only' }).click()
  await expect(page).toHaveURL('/compare?products=1,3&only=differences')
  await expect(reach).toHaveCount(0)
  await expect(table(page).getByRole('rowheader', { name: 'Mass differs' })).toBeVisible()
  await expect(page.getByText(/^≠ \d+ of \d+ rows differ$/)).toBeVisible()

  const places = page.getByRole('combobox', { name: 'Add a product' })
  await expect(places.getByRole('option', { name: 'Six-Axis Fixed Arm' })).toHaveCount(0) // it stands there
  await places.selectOption({ label: 'Collaborative Robot' })
  await expect(page).toHaveURL('/compare?products=1,3,10&only=differences')
  await expect(columns(page)).toHaveCount(3)
  await expect(places).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove Robotic Arm with Linear Rail from the comparison' }).click()
  await expect(page).toHaveURL('/compare?products=3,10&only=differences')
  await expect(columns(page)).toHaveText(['Six-Axis Fixed Arm', 'Collaborative Robot'])

  for (const count of [3, 2]) {
    await page.goBack()
    await expect(columns(page)).toHaveCount(count)
  }
  await page.goBack()
  await expect(page).toHaveURL('/compare?products=1,3')
  await expect(page.getByRole('checkbox', { name: 'Show differences only' })).not.toBeChecked()
  await expect(reach).toBeVisible()
})

test('starts with suggestions', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/compare')
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Industrial' }).first()).toContainText('·')
  await shot(page, 'compare-empty')
  await axe(page)
  await noOverflow(page)
  await page.getByRole('link', { name: /^Industrial / }).click()
  await expect(columns(page)).toHaveCount(3)
  await page.goBack()
  await page.getByLabel('Add a product').selectOption({ label: 'Educational Kit' })
  await expect(page).toHaveURL('/compare?products=5')
  await expect(columns(page)).toHaveText(['Educational Kit'])
  await expect(page.getByText('Add a second product to compare')).toBeVisible()
})

test('says what it can not show', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/compare?products=1,99,3,4')
  await expect(
    page.getByText('This link lists more than three products. The first three are shown.'),
  ).toBeVisible()
  await expect(page.getByText('Product “99” not found.')).toBeVisible()
  await expect(columns(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page).toHaveURL('/compare?products=1,3')
  await expect(page.getByText(/^Product .* not found\.$/)).toHaveCount(0)

  await page.goto('/compare?products=nonsense')
  await expect(page.getByText('Product “nonsense” not found.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible()
})

test('waits in the shape of the table, fails with a retry', { tag: '@desktop' }, async ({
  page,
  problems,
}) => {
  problems.allow(/Compare/)
  let failing: 'wait' | 'fail' | 'pass' = 'wait'
  let go = () => {}
  const held = new Promise<'pass'>((resolve) => {
    go = () => resolve('pass')
  })
  await answer(page, 'Compare', () =>
    failing === 'wait' ? held : failing === 'fail' ? refusal('The shop is resting') : Promise.resolve('pass'),
  )
  await page.goto('/compare?products=1,3')
  await expect(page.getByText('Loading the comparison')).toBeAttached()
  go()
  await expect(columns(page)).toHaveCount(2)

  failing = 'fail'
  await page.reload()
  await expect(page.getByRole('alert')).toContainText("Couldn't load the comparison")
  await expect(page.getByRole('alert')).toContainText('The shop is resting')
  await axe(page)
  failing = 'pass'
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(columns(page)).toHaveCount(2)
})

test('orders from its columns', { tag: '@desktop' }, async ({ page, server }) => {
  const { token } = await createAccount(server)
  await page.goto('/compare?products=2,3,6')
  await page.getByRole('button', { name: 'Add to cart: Six-Axis Fixed Arm' }).click()
  await expect(page.getByText('Please login to add items to cart')).toBeVisible()
  await expect(page).toHaveURL('/login')

  await signInAs(page, token)
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/compare?products=2,3,6')
  await page.getByRole('button', { name: 'Add to cart: Six-Axis Fixed Arm' }).click()
  await expect(page.getByText('Added to cart successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Add to cart: Mobile Assistant' }).click()
  await expect(page.getByText('Added to cart as pre-order!')).toBeVisible()
  await page.getByRole('button', { name: 'Pre-order Now: Entertainment Companion' }).click()
  await expect(page).toHaveURL('/preorder')
})

test('is built by keyboard, and its head stays in view', async ({ page, isMobile }) => {
  await page.goto('/compare?products=1,3')
  await expect(columns(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Show differences only' }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/only=differences$/)
  await expect(page.getByRole('button', { name: /^Fit check: / })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(columns(page).first()).toBeFocused()

  await expect(table(page).getByRole('rowheader', { name: 'Payload', exact: true })).toHaveCount(0)
  const last = table(page).getByRole('rowheader').last()
  const area = page.getByRole('region', { name: 'Comparison' })
  // On a phone the table scrolls by itself, both ways.
  if (isMobile) await area.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  else await last.scrollIntoViewIfNeeded()
  await expect(columns(page).first()).toBeInViewport()
  if (isMobile) {
    await area.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    expect((await last.boundingBox())?.x, 'what the rows are called stays in view').toBeGreaterThanOrEqual(0)
  }
})

test('products are chosen in the catalogue', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products?sort=name')
  const bar = page.getByRole('region', { name: 'Comparison' })
  const box = (name: string) => page.getByRole('checkbox', { name: `Compare ${name}` })
  await expect(box('3D Vision System')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await box('Parallel Gripper').click()
  await box('Collaborative Robot').click()
  await expect(page).toHaveURL('/products?sort=name&compare=7,10')
  await expect(bar).toContainText('2 of 3 to compare')
  await box('Educational Kit').click()
  await expect(box('3D Vision System')).toBeDisabled()
  await box('Educational Kit').click()
  await shot(page, 'products-compare')

  // The choice survives other changes of the list.
  await page.getByLabel('Sort by').selectOption({ label: 'Newest' })
  await expect(page).toHaveURL('/products?compare=7,10')
  await axe(page)
  await bar.getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL('/compare?products=7,10')
  await expect(columns(page)).toHaveText(['Parallel Gripper', 'Collaborative Robot'])
  await page.goBack()
  await expect(box('Parallel Gripper')).toBeChecked()
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/products')
})
