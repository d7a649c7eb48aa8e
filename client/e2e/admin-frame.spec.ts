import { createAccount, signInAs } from './accounts'
import { openAdmin, sharedAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { operationsOf } from './graph'
import { placeOrder } from './orders'
import { graphql } from './server'
import { expect, test } from './test'

const screens = [
  ['Dashboard', '/admin'],
  ['Pre-orders', '/admin/preorders'],
  ['Orders', '/admin/orders'],
  ['Quotes', '/admin/quotes'],
  ['Products', '/admin/products'],
  ['Reviews', '/admin/reviews'],
  ['Customers', '/admin/customers'],
  ['Contacts', '/admin/contacts'],
  ['FAQ', '/admin/faq'],
  ['Newsletter', '/admin/newsletter'],
  ['Team', '/admin/team'],
  ['Milestones', '/admin/milestones'],
  ['API keys', '/admin/keys'],
  ['Webhooks', '/admin/webhooks'],
  ['Audit log', '/admin/audit'],
] as const
/** The others are given to axe where their lists are tested, these with a dialog before them. */
const seenOnlyHere = new Set<string>(['/admin/team', '/admin/milestones', '/admin/keys', '/admin/webhooks'])

test('visitors are sent to sign in, and come back', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/admin/team')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').first().fill('admin@orrery.example')
  await page.getByLabel('Password', { exact: true }).fill('Orrery-Admin-1!')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/admin/team')
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
})

test('customers get Access Denied, and the server refuses both', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token } = await createAccount(server)
  await signInAs(page, token)
  const asked = operationsOf(page)
  for (const [, path] of screens.slice(0, 3)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  }
  await expect(page).toHaveURL('/')
  expect(asked.filter((name) => name.startsWith('Admin'))).toEqual([])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)

  for (const [bearer, code] of [
    [undefined, 'UNAUTHENTICATED'],
    [token, 'FORBIDDEN'],
  ]) {
    for (const query of [
      '{ preOrders { totalCount } }',
      '{ apiKeys { nodes { id } } }',
      '{ orders { totalCount } }',
      '{ reviews { totalCount } }',
      '{ newsletterSubscribers { totalCount } }',
    ]) {
      const response = await page.request.post('/graphql', {
        data: { query },
        headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
      })
      expect((await response.json()).errors[0].extensions.code, `${query} as ${code}`).toBe(code)
    }
  }
})

test('the header leads administrators there, the rail to every screen', async ({
  page,
  server,
  isMobile,
}) => {
  const { token } = await createAccount(server)
  await placeOrder(server, token)
  await graphql(
    server,
    'mutation ($input: ContactMessageCreateInput!) { contactMessageCreate(input: $input) { received } }',
    {
      input: {
        name: 'Ada',
        email: 'ada@example.com',
        subject: 'Payload',
        message: 'How much can the arm lift?',
      },
    },
  )
  await signInAs(page, await sharedAdmin(server))
  await page.goto('/')
  if (isMobile) {
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Admin', exact: true }).click()
  } else await page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page).toHaveURL('/admin')

  const rail = page.getByRole('navigation', { name: 'Administration' })
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  // On a phone the rail is a menu, which a few show as well as all.
  for (const [name, path] of isMobile ? screens.slice(1, 4) : [...screens.slice(1), screens[0]]) {
    if (isMobile) {
      await expect(rail).toBeHidden()
      await page.locator('summary', { hasText: 'Administration' }).click()
    }
    await rail.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    const heading = page.getByRole('heading', { level: 1, name, exact: true })
    await expect(heading).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(`^${name} \\|`))
    if (isMobile) continue
    await expect(rail.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main').getByText(/^Loading /)).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    for (const width of [320, 640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const scroll = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scroll, `scroll width of ${path} at ${width} px`).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    if (!seenOnlyHere.has(path)) continue
    await axe(page)
    await noOverflow(page)
  }
})

// That every screen is a page of its own as well is seen where the heads of all pages are.
test('an address that is no screen says so', { tag: '@desktop' }, async ({ page, server, problems }) => {
  problems.allow(/404/)
  await openAdmin(page, server, '/admin/nonsense')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found/i)
})

test('is used with the keyboard alone', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, '/admin/milestones')
  const add = main.getByRole('button', { name: 'Add milestone' })
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add milestone' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Title').focus()
  await page.keyboard.type('Kept while closed')
  await page.keyboard.press('Escape')
  // A dialog is gone before its page has been told.
  await expect(page.getByLabel('Title')).toHaveCount(0)
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Title')).toHaveValue('Kept while closed')
})

test('leaves the look of the other pages alone', { tag: '@desktop' }, async ({ page, server }) => {
  await openAdmin(page, server, '/admin/products')
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Product', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const size = () => page.evaluate(() => document.documentElement.scrollHeight)
  await expect(page.getByRole('article').nth(9)).toBeVisible()
  const after = await size()
  await page.reload()
  await expect(page.getByRole('article').nth(9)).toBeVisible()
  // What is below the screen is laid out once the application runs.
  await expect.poll(size).toBe(after)
  await shot(page, 'admin-then-products')
})
