import type { Page } from '@playwright/test'
import { axe, noOverflow, shot } from './checks'
import { answer, graph, operationOf, operationsOf } from './graph'
import { expect, rendered, test } from './test'

const names = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading', { level: 3 })
const results = (page: Page) => page.getByRole('region', { name: 'Full Details' })

test('shows every product as a data sheet, with no request of its own', { tag: '@desktop' }, async ({
  page,
}) => {
  await rendered(page.request, '/products')
  const asked = operationsOf(page)
  await page.goto('/products')
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Full Details' })).toBeVisible()
  await expect(names(page)).toHaveCount(10)
  await expect(page.getByText('10 products', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)

  const arm = page.getByRole('article', { name: 'Six-Axis Fixed Arm' })
  await expect(arm.getByText('3 in stock')).toBeVisible()
  await expect(arm.getByText('$22,999.00')).toBeVisible()
  await expect(arm.getByText('USD, excl. tax')).toBeVisible()
  await expect(arm.getByText('ORR-A6-900', { exact: true })).toBeVisible()
  for (const part of ['Key Highlights', 'Specifications', 'Included Modules / Parts', 'Tags'])
    await expect(arm.getByRole('heading', { name: part })).toBeVisible()
  const kit = page.getByRole('article', { name: 'Educational Kit' })
  await expect(kit.getByText('Coming Soon')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Why Choose Orrery Robotics' })).toBeVisible()

  expect(asked).toEqual([])
  await shot(page, 'products')
  await axe(page)
  await noOverflow(page)

  await test.step('says what can be done first: details of what is in stock, a pre-order of what is not', async () => {
    const filled = (name: string) =>
      page
        .getByRole('article', { name })
        .locator('a, button')
        .evaluateAll((all) =>
          all
            .filter((one) => getComputedStyle(one).backgroundColor === 'rgb(255, 90, 31)')
            .map((one) => one.textContent),
        )
    expect(await filled('Six-Axis Fixed Arm')).toEqual(['View Details'])
    expect(await filled('Mobile Assistant')).toEqual(['Pre-order Now'])
  })

  await test.step('opens one question at a time', async () => {
    const first = page.getByRole('button', { name: 'How do I order a product?' })
    const second = page.getByRole('button', { name: 'When is a pre-order delivered?' })
    await first.click()
    await expect(first).toHaveAttribute('aria-expanded', 'true')
    await second.click()
    await expect(second).toHaveAttribute('aria-expanded', 'true')
    await expect(first).toHaveAttribute('aria-expanded', 'false')
  })
})

test('keeps parts and figures behind their titles, and loads them when one is opened', async ({
  page,
  problems,
}) => {
  problems.allow(/SheetDetails|graphql/)
  let given: 'offline' | Promise<'pass'> = 'offline'
  const asked = await answer(page, 'SheetDetails', () => given)
  await page.goto('/products?q=fixed+arm')
  const arm = page.getByRole('article', { name: 'Six-Axis Fixed Arm' })
  const figure = arm.getByRole('row', { name: /^Tool flange/ })
  await expect(figure).toBeHidden()
  const title = arm.getByRole('button', { name: 'Specifications' })
  expect(asked).toEqual([])
  await title.press('Enter')
  await expect(arm.getByRole('alert')).toContainText("Couldn't load the details")
  given = Promise.resolve('pass')
  await arm.getByRole('button', { name: 'Try again' }).click()
  await expect(figure).toBeVisible()
  await title.press('Enter')
  await expect(figure).toBeHidden()

  const before = asked.length
  await arm.getByRole('button', { name: 'Tags' }).click()
  await expect(arm.getByRole('link', { name: 'machine tending' })).toBeVisible()
  expect(asked).toHaveLength(before)
})

test('a chip is a step in the history, a category of the footer needs none', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/products')
  await page.getByText('AI & Vision', { exact: true }).click()
  await expect(page).toHaveURL('/products?category=vision')
  await expect(names(page)).toHaveText(['3D Vision System'])
  await page.getByText('Educational', { exact: true }).first().click()
  await expect(names(page)).toHaveText(['Educational Kit'])
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'AI & Vision' })).toBeChecked()
  await expect(names(page)).toHaveText(['3D Vision System'])
  await page.goBack()
  await expect(page).toHaveURL('/products')
  await expect(names(page)).toHaveCount(10)

  await page.goto('/products?category=domestic')
  await expect(page.getByText('2 products for category “domestic”')).toBeVisible()
  const chips = page.getByRole('group', { name: 'Category' })
  await expect(chips.getByRole('radio').first()).toBeVisible()
  await expect(chips.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/products')
  await expect(names(page)).toHaveCount(10)

  await test.step('hands the product over to the pre-order form', async () => {
    await page.getByText('AI & Vision', { exact: true }).click()
    await expect(names(page)).toHaveText(['3D Vision System'])
    await page.getByRole('button', { name: /pre-order now/i }).click()
    await expect(page).toHaveURL('/preorder')
    const chosen = await page.evaluate(() => JSON.parse(localStorage.getItem('preOrderProduct') ?? '{}'))
    expect(chosen).toMatchObject({
      id: '9',
      productName: '3D Vision System',
      category: 'AI & Vision / Industrial',
    })
  })
})

test('searches while typing, together with the category, in one entry of the history', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/')
  await page.goto('/products')
  await page.getByText('Industrial', { exact: true }).first().click()
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.pressSequentially('GRIPPER')
  await expect(page).toHaveURL('/products?category=industrial&q=GRIPPER')
  await expect(names(page)).toHaveText(['Parallel Gripper'])
  await expect(page.getByText('1 product for category “Industrial” and search “GRIPPER”')).toBeVisible()

  await search.fill('griper')
  await expect(page.getByText('Nothing matches “griper”. Showing results for “gripper”.')).toBeVisible()
  await expect(names(page)).toHaveText(['Parallel Gripper'])
  await expect(page.getByLabel('Sort by')).toHaveValue('best')
  await shot(page, 'products-corrected')

  await search.fill('no such machine')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filters')).toBeVisible()
  await shot(page, 'products-empty')
  await axe(page)

  await page.goBack()
  await expect(page).toHaveURL('/products')
  await expect(search).toHaveValue('')
  await page.goForward()
  await expect(search).toHaveValue('no such machine')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(search).toHaveValue('')
  await expect(names(page)).toHaveCount(10)
})

test('sorts', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products')
  await page.getByLabel('Sort by').selectOption({ label: 'Price, low to high' })
  await expect(page).toHaveURL('/products?sort=price-up')
  await expect(names(page).first()).toHaveText('Educational Kit')
  await page.getByLabel('Sort by').selectOption({ label: 'Price, high to low' })
  await expect(names(page).first()).toHaveText('Robotic Arm with Linear Rail')
  await page.getByLabel('Sort by').selectOption({ label: 'Name' })
  await expect(names(page).first()).toHaveText('3D Vision System')
  await page.getByLabel('Sort by').selectOption({ label: 'Newest' })
  await expect(page).toHaveURL('/products')
  await expect(page.getByLabel('Sort by').getByRole('option', { name: 'Best match' })).toHaveCount(0)

  // A search has an order of its own, until another one is chosen.
  await page.goto('/products?q=arm')
  await expect(names(page).first()).toHaveText('Six-Axis Fixed Arm')
  await page.getByLabel('Sort by').selectOption({ label: 'Newest' })
  await expect(page).toHaveURL('/products?q=arm&sort=newest')
  await expect(names(page).first()).toHaveText('Robotic Arm with Linear Rail')
})

test('turns pages of twelve', { tag: '@desktop' }, async ({ page }) => {
  const offsets: number[] = []
  let first: object | undefined
  await page.route(graph, async (route) => {
    const { operationName, variables } = operationOf(route.request())
    if (operationName !== 'Catalogue') return route.continue()
    expect(variables.first).toBe(12)
    const response = await route.fetch()
    const json = await response.json()
    // The shop has one page only: it stands for all three.
    json.data.products = first ??= { ...json.data.products, totalCount: 30 }
    await route.fulfill({ response, json })
    // Counted once answered: the test must not end in the middle of an answer.
    offsets.push(variables.offset)
  })
  await page.goto('/products?sort=name')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByText('1 / 3')).toBeVisible()
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/products?sort=name&page=2')
  await expect(page.getByRole('heading', { name: 'Full Details' })).toBeFocused()
  await page.getByText('Industrial', { exact: true }).first().click()
  await expect(page).toHaveURL('/products?category=industrial&sort=name')
  await expect.poll(() => offsets).toEqual([0, 12, 0])
})

test('turns the page with what was just chosen for a comparison', { tag: '@desktop' }, async ({ page }) => {
  let first: object | undefined
  await page.route(graph, async (route) => {
    if (operationOf(route.request()).operationName !== 'Catalogue') return route.fallback()
    const response = await route.fetch()
    const json = await response.json()
    json.data.products = first ??= { ...json.data.products, totalCount: 30 }
    await route.fulfill({ response, json })
  })
  await page.goto('/products?sort=name')
  const next = page.getByRole('link', { name: 'Next page' })
  await expect(next).toBeVisible()
  // The choice has not reached the address yet.
  await next.evaluate((link: HTMLElement) => {
    document.querySelector<HTMLElement>('article input[type=checkbox]')?.click()
    queueMicrotask(() => link.click())
  })
  await expect(page).toHaveURL(/^[^?]*\?sort=name&page=2&compare=\d+$/)
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible()
})

test('leads from a page that is not there to the last one, and keeps a list until the next one is there', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/products?page=7')
  await expect(page).toHaveURL('/products')
  await expect(names(page)).toHaveCount(10)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(graph, async (route) => {
    await held
    await route.continue()
  })
  await page.getByText('Entertainment', { exact: true }).first().click()
  await expect(results(page)).toHaveAttribute('aria-busy', 'true')
  await expect(names(page)).toHaveCount(10)
  answer()
  await expect(names(page)).toHaveText(['Entertainment Companion'])
  await expect(results(page)).toHaveAttribute('aria-busy', 'false')
})

test('says when it can not be loaded, and tries again', { tag: '@desktop' }, async ({ page, problems }) => {
  problems.allow(/graphql|Catalogue|ProductsText/)
  const refuse = { json: { errors: [{ message: 'The catalogue is resting' }] } }
  await page.route(graph, (route) => route.fulfill(refuse))
  await page.goto('/products')
  await expect(page.getByRole('alert')).toContainText("Couldn't load the catalogue")
  await expect(page.getByRole('alert')).toContainText('The catalogue is resting')
  await axe(page)
  await page.unroute(graph)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page)).toHaveCount(10)
})

test('keeps the filters below the header', async ({ page, isMobile }) => {
  await page.goto('/products')
  await page.getByRole('article', { name: 'Educational Kit' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('group', { name: 'Category' })).toBeInViewport()
  if (!isMobile) await expect(page.getByRole('searchbox', { name: 'Search products' })).toBeInViewport()
  await page.getByRole('radio', { name: 'Industrial' }).check({ force: true })
  await expect(page).toHaveURL('/products?category=industrial')
})
