import type { Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { sharedAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer, graph, operationOf } from './graph'
import { placeOrder } from './orders'
import { expect, test } from './test'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search' })
const options = (page: Page) => dialog(page).getByRole('option')
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name })
const marked = (page: Page) => options(page).and(page.locator('[aria-selected=true]'))
const status = (page: Page) => dialog(page).getByRole('status').last()

const isShown = (picture: Element) => (picture as HTMLImageElement).naturalWidth > 0

async function open(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await expect(field(page)).toBeFocused()
}

test('is called, walked and left by keys alone', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
  await button.focus()
  await page.keyboard.press('Control+k')
  const answered = page.waitForResponse((r) => operationOf(r.request()).variables.text === 'arm')
  await page.keyboard.type('arm')
  await answered
  await expect(status(page)).toHaveText(/^\d+ products/)
  await expect(options(page).first()).toContainText('Arm')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = options(page).nth(1)
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '')
  // Up from the field itself leads to the last one.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(marked(page)).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  // Typing on forgets the choice.
  await page.keyboard.type('s')
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  // Where somebody types, a slash is a slash.
  await page.goto('/products')
  await page.getByRole('searchbox', { name: 'Search products' }).press('/')
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('/')
  await expect(dialog(page)).toBeHidden()
})

test('keeps what is typed while its code is on its way', { tag: '@desktop' }, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/Overlays-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
  await button.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('gripprr')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('e')
  await expect(page.getByRole('banner').getByRole('searchbox', { name: 'Search' })).toHaveValue('gripper')
  release()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('gripper')
  await page.keyboard.type(' x')
  await expect(field(page)).toHaveValue('gripper x')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await button.click()
  await expect(field(page)).toHaveValue('')
})

test('Enter opens the suggestion that is marked, or searches when it is gone', { tag: '@desktop' }, async ({
  page,
}) => {
  const product = (id: string, name: string) => ({
    __typename: 'Product',
    id,
    name,
    model: null,
    category: 'Industrial',
    price: null,
    stock: 3,
    maxQuantity: 3,
    isPreorder: false,
    comingSoon: false,
    image: null,
  })
  const suggestions = (...nodes: ReturnType<typeof product>[]) => ({
    data: {
      products: { __typename: 'ProductConnection', nodes, totalCount: nodes.length, corrected: null },
      faqEntries: [],
    },
  })
  const [fixed, rail, gripper] = [
    product('3', 'Fixed arm'),
    product('1', 'Rail arm'),
    product('7', 'Gripper'),
  ]
  let release = () => {}
  await page.route(graph, async (route) => {
    const { operationName, variables } = operationOf(route.request())
    if (operationName !== 'Suggestions') return route.fallback()
    if (variables.text === 'arm') return route.fulfill({ json: suggestions(fixed, rail) })
    await new Promise<void>((resolve) => {
      release = resolve
    })
    const found = variables.text === 'arms' ? suggestions(rail, fixed, gripper) : suggestions(gripper, rail)
    return route.fulfill({ json: found })
  })
  await page.goto('/')
  await open(page)
  await page.keyboard.type('arm')
  await expect(options(page)).toHaveText([/Fixed arm/, /Rail arm/])
  const [asked] = await Promise.all([
    page.waitForRequest((request) => operationOf(request).variables.text === 'arms'),
    page.keyboard.type('s'),
  ])
  expect(asked).toBeTruthy()
  await page.keyboard.press('ArrowDown')
  await expect(marked(page)).toContainText('Fixed arm')
  release()
  await expect(options(page)).toHaveCount(3)
  await expect(marked(page)).toContainText('Fixed arm')

  await Promise.all([
    page.waitForRequest((request) => operationOf(request).variables.text === 'armsx'),
    page.keyboard.type('x'),
  ])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(marked(page)).toContainText('Fixed arm')
  release()
  await expect(options(page)).toHaveCount(2)
  await expect(marked(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products?q=armsx')
})

test('suggests while typing, marks what matched, and leads to the product or the catalogue', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/')
  await open(page)
  await expect(dialog(page).getByRole('link', { name: 'Industrial' })).toHaveAttribute(
    'href',
    '/products?category=industrial',
  )
  await field(page).fill('six-axis fixed')
  const found = group(page, 'Products').getByRole('option')
  await expect(found).toHaveCount(1)
  await expect(status(page)).toHaveText(/^1 product/)
  await expect(found.locator('mark')).toHaveText('Six-Axis Fixed')
  await expect(found).toContainText('$22,999.00')
  await expect(found).toContainText(/\d+ in stock/)
  await expect.poll(() => found.getByRole('presentation').evaluate(isShown)).toBe(true)
  await shot(page, 'search-overlay')
  await axe(page)
  await noOverflow(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products/3')
  await expect(page.getByRole('heading', { level: 1, name: 'Six-Axis Fixed Arm' })).toBeFocused()

  await open(page)
  await field(page).fill('arm')
  await field(page).press('Enter')
  await expect(page).toHaveURL('/products?q=arm')
})

test('leads on when nothing matches or nothing can be asked', { tag: '@desktop' }, async ({
  page,
  context,
  problems,
}) => {
  problems.allow(/Suggestions|ERR_|Failed to load/)
  await page.goto('/')
  await open(page)
  await field(page).fill('submarine')
  await expect(status(page)).toHaveText('No results for “submarine”.')
  await shot(page, 'search-nothing')
  await axe(page)
  const asked = await answer(page, 'Suggestions', 'offline')
  await field(page).fill('gripper')
  await expect(status(page)).toHaveText('Suggestions are unavailable. Press Enter to search.')
  expect(asked[0]).toEqual({ text: 'gripper' })
  await page.unrouteAll()
  await context.setOffline(true)
  await expect(status(page)).toHaveText("You're offline. Suggestions return when you reconnect.")
  await context.setOffline(false)
  await expect(options(page).first()).toContainText('Gripper')
  await field(page).fill('submarine')
  await dialog(page).getByRole('link', { name: 'Entertainment' }).click()
  await expect(page).toHaveURL('/products?category=entertainment')
  await expect(dialog(page)).toBeHidden()
})

test('finds questions and pages, too, and walks over all groups', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  await open(page)
  await page.keyboard.type('pay')
  await expect(group(page, 'Questions').getByRole('option').first()).toHaveText('How do I pay for an order?')
  await field(page).fill('contact')
  await expect(group(page, 'Pages').getByRole('option')).toHaveText(['Contact us'])
  const titles = dialog(page).getByRole('group')
  await field(page).fill('warr')
  await expect(group(page, 'Questions').getByRole('option').first()).toHaveText('What warranty do I get?')

  // Where no product matches, Enter opens the first suggestion.
  await field(page).fill('return a product')
  await expect(status(page)).toHaveText(/question/)
  await field(page).fill('arm')
  await expect(titles.first()).toHaveAccessibleName('Products')
  await expect(group(page, 'Questions')).toBeVisible()
  await shot(page, 'search-groups')
  await axe(page)
  await noOverflow(page)
  const count = await options(page).count()
  const seen: string[] = []
  for (let step = 0; step < count; step++) {
    await page.keyboard.press('ArrowDown')
    await expect(marked(page)).toHaveCount(1)
    await expect(marked(page)).toBeInViewport({ ratio: 0.9 })
    seen.push((await marked(page).getAttribute('href')) ?? '')
  }
  expect(new Set(seen).size).toBe(count)
  expect(seen.some((to) => to.startsWith('/products/'))).toBe(true)
  expect(seen).toContain('/products?q=arm')
  expect(seen.at(-1)).toMatch(/^\/faq#/)
  await page.keyboard.press('ArrowDown')
  await expect(marked(page)).toHaveCount(0)
  await expect(field(page)).toBeFocused()
})

test('opens a question that is found, on the page of questions, too', { tag: '@desktop' }, async ({
  page,
}) => {
  const question = (name: string) => page.getByRole('main').getByRole('button', { name })
  await page.goto('/')
  await open(page)
  await page.keyboard.type('warranty get')
  await expect(status(page)).toHaveText('1 question, 1 page')
  await expect(marked(page)).toHaveText('What warranty do I get?')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/faq#/)
  await expect(question('What warranty do I get?')).toHaveAttribute('aria-expanded', 'true')
  await expect(question('What warranty do I get?')).toBeFocused()

  // What the page's own filter hides is found and opened all the same.
  await page.goto('/faq?q=gripper')
  await expect(page.getByText('1 of 19 questions')).toBeVisible()
  await open(page)
  await page.keyboard.type('office open')
  await expect(group(page, 'Questions').getByRole('option').first()).toHaveText('When is the office open?')
  await group(page, 'Questions').getByRole('option').first().click()
  await expect(question('When is the office open?')).toHaveAttribute('aria-expanded', 'true')
  await expect(question('When is the office open?')).toBeFocused()
})

test('leads administrators on to their own search, and nobody else', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const line = group(page, 'Administration').getByRole('option')
  const { token } = await createAccount(server, 'Ada Customer')
  await signInAs(page, token)
  await page.goto('/faq')
  await expect(page.getByRole('banner').getByText('Ada Customer')).toBeVisible()
  await open(page)
  await page.keyboard.type('arm')
  await expect(group(page, 'Products')).toBeVisible()
  await expect(line).toHaveCount(0)

  await signInAs(page, await sharedAdmin(server))
  await page.goto('/faq')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  await open(page)
  await page.keyboard.type('milestones')
  await expect(line).toHaveText('Search orders, customers and messages')
  await expect(options(page).last()).toHaveText('Search orders, customers and messages')
  await shot(page, 'search-admin')
  // Once the answer has come, and there is no product: the first result is marked.
  await expect(marked(page)).toHaveText('Search orders, customers and messages')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(marked(page)).toHaveText('Search orders, customers and messages')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin?find=milestones')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('milestones')
  await expect(options(page).first()).toHaveText('Milestones')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/admin')
})

test('answers with pages, questions and the orders of a customer', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token } = await createAccount(server)
  const { id, number } = await placeOrder(server, token)
  await page.goto('/')
  for (const [text, where, what, address] of [
    ['phone number', 'Pages', /^Contact us: \+31/, '/contact'],
    ['change delivery address', 'Questions', 'Can I change the delivery address?', /\/faq#/],
    ['order status', 'Pages', /^Your profile: order status, invoices/, '/login'],
    ['how to return', 'Questions', 'Can I return a product?', /\/faq#/],
    ['refund', 'Questions', 'Can I return a product?', /\/faq#/],
  ] as const) {
    await open(page)
    await field(page).fill(text)
    await group(page, where).getByRole('option', { name: what }).click()
    await expect(page).toHaveURL(address)
  }

  await signInAs(page, token)
  await page.goto('/')
  for (const text of [number.toLowerCase(), number.replace(/\D/g, '')]) {
    await open(page)
    await field(page).fill(text)
    await expect(group(page, 'Orders').getByRole('option')).toHaveText(`Order ${number}`)
    await expect(status(page)).toHaveText(/^1 order/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/orders/${id}`)
    await page.goto('/')
  }
  // Another customer's order is not found.
  await signInAs(page, (await createAccount(server)).token)
  await page.goto('/')
  await open(page)
  await field(page).fill(number)
  await expect(status(page)).toHaveText(/No results|product/)
  await expect(group(page, 'Orders')).toHaveCount(0)
})
