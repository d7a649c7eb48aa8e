import type { Locator } from '@playwright/test'
import { type Page, pages } from '../src/app/pages'
import { adminToken, createAccount, signInAs, storedToken } from './accounts'
import { openAdmin, rowOf, sharedAdmin } from './admin'
import { axe, noOverflow, shot, shown, stretchPause } from './checks'
import { answer, operationsOf } from './graph'
import { placeOrder } from './orders'
import { graphql, type Server } from './server'
import { expect, test } from './test'

/** The screens of the menu, without the playground, which has a frame of its own. */
const screens = Object.values<Page>(pages)
  .filter(({ path, menu }) => path === '/admin' || (menu && path.startsWith('/admin/')))
  .map(({ path, title = '' }) => [title, path] as const)
/** These are given to axe where their lists are tested; the others only here, with a dialog before them. */
const testedElsewhere = [
  '',
  'preorders',
  'orders',
  'quotes',
  'products',
  'reviews',
  'customers',
  'contacts',
  'faq',
  'newsletter',
  'audit',
  'settings',
]
const seenElsewhere = new Set(testedElsewhere.map((name) => (name ? `/admin/${name}` : '/admin')))

const writeMessage = (server: Server, subject: string) =>
  graphql(
    server,
    'mutation ($input: ContactMessageCreateInput!) { contactMessageCreate(input: $input) { received } }',
    { input: { name: 'Ada', email: 'ada@example.com', subject, message: 'How much can the arm lift?' } },
  )

test('visitors are sent to sign in, and come back', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/admin/team')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').first().fill('admin@orrery.example')
  await page.getByLabel('Password', { exact: true }).fill('Orrery-Admin-1!')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/admin/team')
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
})

test('the menu fits a laptop, and scrolls to the current screen on lower ones', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  await openAdmin(page, server, '/admin')
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link').last()).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 600 })
  await page.goto('/admin/settings')
  await expect(menu.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 })
})

test('customers get Access Denied, and the server refuses both', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token } = await createAccount(server)
  await signInAs(page, token)
  const asked = operationsOf(page)
  await stretchPause(page, 2000)
  for (const [, path] of screens.slice(0, 3)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0)
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

test('the header leads administrators there, the menu to every screen', async ({
  page,
  server,
  isMobile,
}) => {
  const { token } = await createAccount(server)
  await placeOrder(server, token)
  await writeMessage(server, 'Payload')
  await signInAs(page, await sharedAdmin(server))
  await page.goto('/')
  if (isMobile) {
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Admin', exact: true }).click()
  } else await page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)

  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  // Behind a button the menu shows a few as well as all.
  for (const [name, path] of isMobile ? screens.slice(1, 4) : [...screens.slice(1), ...screens.slice(0, 1)]) {
    if (isMobile) {
      await expect(menu).toBeHidden()
      await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
    }
    await menu.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    const heading = page.getByRole('heading', { level: 1, name, exact: true })
    await expect(heading).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(`^${name} \\|`))
    if (isMobile) continue
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main').getByText(/^Loading /)).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    for (const width of [320, 390, 640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const scroll = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scroll, `scroll width of ${path} at ${width} px`).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const scroll = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(scroll, `scroll width of ${path} at 1440 px`).toBeLessThanOrEqual(1440)
    if (seenElsewhere.has(path)) continue
    await axe(page)
    await noOverflow(page)
  }
})

test('groups of the menu collapse, and stay so', async ({ page, server, isMobile }) => {
  await openAdmin(page, server, '/admin/orders')
  const menu = page.getByRole('navigation', { name: 'Administration' })
  const open = async () => {
    if (isMobile) await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  }
  await open()
  const catalogue = menu.getByRole('button', { name: 'Catalogue' })
  await expect(catalogue).toHaveAttribute('aria-expanded', 'true')
  await catalogue.focus()
  await page.keyboard.press('Enter')
  await expect(catalogue).toHaveAttribute('aria-expanded', 'false')
  await expect(menu.getByRole('link', { name: 'Products' })).toBeHidden()
  // The current screen stays in sight.
  await menu.getByRole('button', { name: 'Sell' }).click()
  await expect(menu.getByRole('link', { name: 'Orders', exact: true })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Quotes' })).toBeHidden()
  await axe(page)
  await page.reload()
  await open()
  await expect(menu.getByRole('list', { name: 'Sell' }).getByRole('link')).toHaveText(['Orders'])
  await expect(menu.getByRole('link', { name: 'Products' })).toBeHidden()
  await menu.getByRole('button', { name: 'Sell' }).click()
  await expect(menu.getByRole('list', { name: 'Sell' }).getByRole('link')).toHaveCount(4)
  await catalogue.click()
  await expect(menu.getByRole('link', { name: 'Products' })).toBeVisible()
})

test('the menu of a narrow window closes on Escape and after a choice', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1023, height: 800 })
  await openAdmin(page, server, '/admin')
  const button = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Menu' })
  await expect(dialog).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  const team = dialog.getByRole('link', { name: 'Team' })
  await team.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeFocused()
  await expect(dialog).toBeHidden()
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(button).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()
})

test('the bar leads to the shop, and shows who is signed in and the way out', async ({
  page,
  server,
  isMobile,
}) => {
  // A session of its own, since it ends.
  await signInAs(page, await adminToken(server))
  await page.goto('/admin/team')
  const bar = page.getByRole('banner')
  await expect.poll(async () => (await bar.boundingBox())?.height).toBe(48)
  await expect(bar.getByRole('link', { name: 'Orrery Robotics, administration' })).toHaveAttribute(
    'href',
    '/admin',
  )
  const account = bar.getByRole('button', { name: /^Account: / })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(bar.getByText('admin@orrery.example')).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
  await expect(bar.getByRole('link', { name: 'View shop' })).toHaveCount(1)
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(bar.getByText('admin@orrery.example')).toBeHidden()
  await expect(account).toBeFocused()

  if (isMobile) await account.click()
  await bar.getByRole('link', { name: 'View shop' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
  await account.click()
  await bar.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  expect(await storedToken(page)).toBeNull()
  await page.goto('/admin')
  await expect(page).toHaveURL('/login')
})

test('the search finds an order, a customer, a product, a message and a screen with the keyboard alone', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const ada = await createAccount(server, 'Ada Searchable')
  const { id, number } = await placeOrder(server, ada.token)
  await writeMessage(server, 'Where is my gripper?')
  await openAdmin(page, server, '/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox', { name: 'Search' })
  const chosen = dialog.getByRole('option', { selected: true })
  const search = async (text: string) => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type(text)
  }

  await search(number)
  const orders = dialog.getByRole('group', { name: 'Orders' })
  await expect(orders.getByRole('option')).toHaveCount(1)
  await expect(chosen).toContainText(number)
  await expect(chosen).toContainText(ada.email)
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-search-order')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/orders?order=${id}`)
  const order = page.getByRole('dialog', { name: /^Order/ })
  await expect(order.getByText('Ada Searchable').or(order.getByText(number)).first()).toBeVisible()
  // It opens above a drawer, which stays. Enter waits for the results of what was typed.
  await search('nothing')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(order).toBeVisible()
  await search(ada.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/customers\?customer=/)
  await expect(page.getByRole('dialog').getByText(ada.email)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await search('six-axis')
  const products = dialog.getByRole('group', { name: 'Products' })
  await expect(products.getByRole('option').first()).toContainText('Six-Axis')
  await page.keyboard.press('ArrowUp')
  const last = dialog.getByRole('option').last()
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toContainText('Six-Axis')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/products\?edit=/)
  await expect(page.getByRole('dialog', { name: /^Edit Six-Axis/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await search('ORR-A6')
  await expect(chosen).toContainText('ORR-A6-900')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await search('Where is my')
  await expect(dialog.getByRole('group', { name: 'Messages' })).toContainText('Where is my gripper?')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/contacts?q=Where+is+my+gripper%3F')
  await expect(rowOf(page, 'Where is my gripper?')).toHaveCount(1)

  await search('milest')
  await expect(chosen).toHaveText('Milestones')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Milestones' })).toBeFocused()
})

test('the search opens by its button, says what is missing, and gives the focus back', async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/AdminSearch:|Failed to load resource|INTERNET_DISCONNECTED/)
  let online = true
  await answer(page, 'AdminSearch', () => (online ? Promise.resolve('pass') : 'offline'))
  await openAdmin(page, server, '/admin/milestones')
  const button = page.getByRole('banner').getByRole('button', { name: /^Search / })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await expect(dialog.getByText('Type two letters or more')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Go to' }).getByRole('option')).toHaveCount(
    screens.length + 1,
  )
  await axe(page)
  await shot(page, 'admin-search-empty')
  await page.keyboard.type('no such thing')
  await expect(dialog.getByText('No results for “no such thing”.')).toBeVisible()
  await expect(dialog.getByRole('option')).toHaveCount(0)
  await axe(page)
  await shot(page, 'admin-search-none')

  online = false
  await field.fill('arm')
  await expect(dialog.getByRole('alert')).toContainText('Search failed.')
  await axe(page)
  await shot(page, 'admin-search-failed')
  online = true
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('group', { name: 'Products' }).getByRole('option').first()).toBeVisible()
  await expect(field).toBeFocused()
  await axe(page)
  await shot(page, 'admin-search-products')

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await field.fill('ro')
  await dialog.getByRole('option', { name: /^Show all .* products$/ }).click()
  await expect(page).toHaveURL('/admin/products?q=ro')
})

test('says when there is no connection, and leaves the screen alone on paper', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/Failed to load resource|INTERNET_DISCONNECTED/)
  await openAdmin(page, server, '/admin/team')
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
  await page.context().setOffline(true)
  const notice = page.getByRole('banner').getByRole('status')
  await expect(notice).toContainText("You're offline.")
  await axe(page)
  await noOverflow(page)
  const back = shown(page, "You're back online.")
  await page.context().setOffline(false)
  await back

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeHidden()
  await page.emulateMedia({ media: null })
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
  await page.getByRole('banner').getByRole('link', { name: 'View shop' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Product', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const size = () => page.evaluate(() => document.documentElement.scrollHeight)
  await expect(page.getByRole('article').nth(9)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Filter by figures/ })).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const after = await size()
  await page.reload()
  await expect(page.getByRole('article').nth(9)).toBeVisible()
  // What is below the screen is laid out once the application runs.
  await expect.poll(size).toBe(after)
  await shot(page, 'admin-then-products')
})

test('notifications cover neither what can be done nor the bar at the bottom', async ({
  page,
  server,
  isMobile,
}) => {
  const { token } = await createAccount(server)
  const { number } = await placeOrder(server, token)
  const { main } = await openAdmin(page, server, '/admin/settings')
  const notifications = page.getByRole('region', { name: 'Notifications' })
  const toast = notifications.getByRole('button', { name: 'Close notification' })
  /** Toasts stay while the window has no focus. */
  const hold = () => page.evaluate(() => window.dispatchEvent(new Event('blur')))
  /** The names of those controls that lie under a toast. */
  const covered = (within: Locator) =>
    within.locator('button, a, select, textarea').evaluateAll((controls) => {
      const toasts = [...document.querySelectorAll('[aria-label="Notifications"] > *')]
      const boxes = toasts.map((toast) => toast.getBoundingClientRect())
      return controls
        .filter((control) => !control.closest('[aria-label="Notifications"]'))
        .filter((control) => {
          const at = control.getBoundingClientRect()
          return boxes.some(
            (box) => box.left < at.right && at.left < box.right && box.top < at.bottom && at.top < box.bottom,
          )
        })
        .map((control) => control.textContent)
    })

  const name = main.getByLabel('Shop name')
  const before = await name.inputValue()
  await name.fill('Other')
  await main.getByRole('button', { name: 'Discard' }).click()
  await expect(toast).toHaveCount(1)
  await hold()
  await name.fill('Another')
  const bar = main.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toBeVisible()
  expect(await covered(bar)).toEqual([])
  await shot(page, 'admin-toast')
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect(toast).toHaveCount(2)
  await expect(name).toHaveValue(before)

  if (isMobile) await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Orders', exact: true })
    .click()
  await expect(rowOf(page, number)).toBeVisible()
  expect(await covered(main.getByRole('banner').or(main.locator('> header')))).toEqual([])
  await toast.first().click()
  await hold()
  await rowOf(page, number).getByRole('link', { name: number, exact: true }).click()
  const drawer = page.getByRole('dialog', { name: `Order ${number}` })
  await expect(drawer.getByLabel(`Status of order ${number}`)).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Close notification' })).toHaveCount(1)
  expect(await covered(drawer)).toEqual([])
})

test('an address without a screen leads back into the administration', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/404/)
  const { main } = await openAdmin(page, server, '/admin/no/such/screen')
  await expect(main.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Browse Robots' })).toHaveCount(0)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-not-found')
  const find = main.getByRole('link', { name: 'Search' })
  await find.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0)
  await main.getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('whose session ends signs in again over what was typed', async ({ page, server, problems }) => {
  problems.allow(/:|Failed to load resource/)
  const token = await adminToken(server)
  await signInAs(page, token)
  await page.goto('/admin/settings')
  const name = page.getByRole('main').getByLabel('Shop name')
  await name.fill('Kept while signed out')
  const ask = page.getByRole('dialog', { name: 'Sign in again' })
  /** Signs in where the dialog leads, and waits until this page has heard of it. */
  const signIn = async () => {
    const opening = page.waitForEvent('popup')
    await ask.getByRole('link', { name: 'Sign in' }).click()
    const login = await opening
    await login.getByLabel('Email').first().fill('admin@orrery.example')
    await login.getByLabel('Password', { exact: true }).fill('Orrery-Admin-1!')
    const closed = login.waitForEvent('close')
    await login.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await closed
    await expect(ask).toHaveCount(0)
    await expect(page.getByText('Your session has ended.')).toHaveCount(0)
    await expect(name).toHaveValue('Kept while signed out')
  }

  // Revoked: the next request tells.
  await graphql(server, 'mutation { userLogout { loggedOut } }', {}, token)
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await expect(ask).toBeVisible()
  await expect(page).toHaveURL('/admin/settings')
  await axe(page)
  await noOverflow(page)
  await signIn()

  // In another tab: the browser tells.
  const other = await page.context().newPage()
  await other.goto('/readyz')
  await other.evaluate(() => localStorage.removeItem('token'))
  await other.close()
  await expect(ask).toBeVisible()
  await ask.getByRole('button', { name: 'Not now' }).click()
  await shot(page, 'admin-signed-out')
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await signIn()
  await page.getByRole('main').getByRole('button', { name: 'Discard' }).click()
})
