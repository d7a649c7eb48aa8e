import type { Page } from '@playwright/test'
import { createAccount, signInAs, storedToken } from './accounts'
import { axe, noOverflow, shot, stretchPause } from './checks'
import { answer, operationOf, operationsOf, refusal } from './graph'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const panel = (page: Page, name: 'Pre-orders' | 'Orders' | 'Sessions') =>
  page.getByRole('region', { name, exact: true })

async function openProfile(page: Page, server: Server, name?: string) {
  const account = await createAccount(server, name)
  await signInAs(page, account.token)
  await page.goto('/profile')
  return account
}

const preOrder = (index: number) => ({
  __typename: 'PreOrder',
  id: `p${index}`,
  productName: `Robot ${index}`,
  quantity: index,
  message: null,
  status: ['PENDING', 'CONTACTED', 'CLOSED'][index % 3],
  createdAt: '2026-03-01T12:00:00Z',
  expectedDelivery: '2026-04-30T12:00:00Z',
  replyBy: '2026-03-02T12:00:00Z',
  confirmBy: null,
  repliedAt: index % 3 === 0 ? null : '2026-03-02T09:00:00Z',
  queuePosition: index % 3 === 2 ? null : index,
  unitsAhead: index % 3 === 2 ? null : 0,
  awaitsAnswer: false,
  cancelledAt: null,
  undoUntil: null,
  expectedDeliveryChanges: [],
})

const order = (index: number, status: string) => ({
  __typename: 'Order',
  id: `o${index}`,
  number: `OR-10000${index}`,
  status,
  createdAt: '2026-02-03T12:00:00Z',
  orderItems: ['Gripper', 'Fixed Arm', 'Vision System'].slice(0, index === 1 ? 3 : 1).map((productName) => ({
    __typename: 'OrderItem',
    id: `${index} ${productName}`,
    productName,
    quantity: 2,
  })),
  totalPrice: { __typename: 'Money', amount: '28598.90', currency: 'USD' },
})

const ada = {
  __typename: 'User',
  name: 'Ada',
  email: 'ada@example.com',
  emailVerified: true,
  pendingEmail: null,
  scopes: [],
  secondFactorMissing: false,
  role: 'ADMIN',
}

const page1 = (typename: string, nodes: unknown[], totalCount: number, endCursor: string | null = null) => ({
  __typename: typename,
  nodes,
  totalCount,
  pageInfo: { __typename: 'PageInfo', hasNextPage: endCursor !== null, endCursor },
})

test('greets a new customer, with nothing ordered yet', { tag: '@desktop' }, async ({ page, server }) => {
  const asked = operationsOf(page)
  const account = await openProfile(page, server, 'Vera Visitor')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Vera' })).toBeVisible()
  await expect(main.getByText('Vera Visitor')).toBeVisible()
  await expect(main.getByText(account.email, { exact: true })).toBeVisible()
  await expect(main.getByText('user', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Update Profile' })).toHaveAttribute('href', '/update-profile')
  await expect(main.getByRole('link', { name: 'Change Password' })).toHaveAttribute(
    'href',
    '/change-password',
  )

  const preOrders = panel(page, 'Pre-orders')
  await expect(preOrders.getByText('No pre-orders yet')).toBeVisible()
  await expect(preOrders.getByText('0', { exact: true })).toBeVisible()
  await expect(preOrders.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products')
  await expect(panel(page, 'Orders').getByText('No orders yet')).toBeVisible()
  expect(asked.filter((name) => /^(Profile|More)/.test(name))).toEqual(['Profile'])
  await shot(page, 'profile-new')
  await axe(page)
  await noOverflow(page)
})

test('lists a pre-order as it was placed, and one more after a refresh', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const account = await createAccount(server)
  const place = (input: object) =>
    graphql(
      server,
      'mutation ($input: PreOrderCreateInput!) { preOrderCreate(input: $input) { userErrors { message } } }',
      { input: { name: account.name, email: account.email, phone: '+31 20 555 0100', ...input } },
      account.token,
    )
  await place({ productName: 'Something else', quantity: 4, message: 'For the training hall.' })
  await signInAs(page, account.token)
  await page.goto('/profile')
  const preOrders = panel(page, 'Pre-orders')
  const row = preOrders.getByRole('listitem')
  const long = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-US', { dateStyle: 'long' })
  await expect(row.getByRole('heading', { name: 'Pre-order: Something else' })).toBeVisible()
  await expect(row.getByText('Pending')).toBeVisible()
  await expect(row.getByText(long(0))).toBeVisible()
  await expect(row.getByText(long(60))).toBeVisible()
  await expect(row.getByText('4', { exact: true })).toBeVisible()
  await expect(row.getByText('For the training hall.')).toBeVisible()
  await expect(preOrders.getByText('1', { exact: true })).toBeVisible()

  await place({ productName: 'The next one' })
  await preOrders.getByRole('button', { name: 'Refresh pre-orders' }).click()
  await expect(preOrders.getByRole('listitem')).toHaveCount(2)
  const newest = preOrders.getByRole('listitem').first()
  await expect(newest.getByText('Pre-order: The next one')).toBeVisible()
  await expect(newest.getByText('None')).toBeVisible()
})

test('shows statuses in words, orders with their totals, and further pages', async ({ page, server }) => {
  const { id, token } = await createAccount(server)
  // Whatever the server says of the account is of the same person.
  const me = { ...ada, id }
  await answer(page, 'Profile', {
    data: {
      me: {
        ...me,
        preOrders: page1('PreOrderConnection', [1, 2, 3].map(preOrder), 4, 'third'),
        orders: page1('OrderConnection', [order(1, 'PENDING_PAYMENT'), order(2, 'SHIPPED')], 2),
      },
    },
  })
  const asked = await answer(page, 'MorePreOrders', {
    data: {
      me: { __typename: 'User', id, preOrders: page1('PreOrderConnection', [preOrder(4)], 4) },
    },
  })
  await answer(page, 'Me', { data: { me } })
  await signInAs(page, token)
  await page.goto('/profile')
  await expect(page.getByRole('main').getByText('admin', { exact: true })).toBeVisible()

  const preOrders = panel(page, 'Pre-orders')
  for (const word of ['Pending', 'Contacted', 'Closed']) await expect(preOrders.getByText(word)).toBeVisible()
  await expect(preOrders.getByText('March 1, 2026')).toHaveCount(3)
  await expect(preOrders.getByText('April 30, 2026')).toHaveCount(3)
  await expect(preOrders.getByText("We'll reply by Mon 2 Mar, 13:00 (CET).")).toHaveCount(1) // of the one that waits

  const orders = panel(page, 'Orders')
  await expect(orders.getByRole('link', { name: 'OR-100001' })).toHaveAttribute('href', '/orders/o1')
  await expect(orders.getByText('Pending payment')).toBeVisible()
  await expect(orders.getByText('Shipped')).toBeVisible()
  await expect(orders.getByText('February 3, 2026')).toHaveCount(2)
  await expect(orders.getByText('$28,598.90')).toHaveCount(2)
  await expect(orders.getByText('Gripper x 2 and 2 more', { exact: true })).toBeVisible()
  await expect(orders.getByText('Gripper x 2', { exact: true })).toBeVisible()
  await expect(orders.getByRole('button', { name: 'Load more' })).toBeHidden()
  await shot(page, 'profile')
  await axe(page)
  await noOverflow(page)

  await preOrders.getByRole('button', { name: 'Load more' }).click()
  await expect(preOrders.getByRole('listitem')).toHaveCount(4)
  await expect(preOrders.getByRole('listitem').last().getByText('Pre-order: Robot 4')).toBeVisible()
  await expect(preOrders.getByRole('button', { name: 'Load more' })).toBeHidden()
  expect(asked).toEqual([{ after: 'third' }])
})

test('says when the lists can not be loaded, and tries again', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/Profile:/)
  await answer(page, 'Profile', refusal('Boom'))
  await openProfile(page, server)
  const preOrders = panel(page, 'Pre-orders')
  await expect(preOrders.getByText('Failed to load your pre-orders. Please try again.')).toBeVisible()
  await expect(page.getByText('Failed to load pre-orders. Please try again.', { exact: true })).toHaveCount(1)
  await expect(panel(page, 'Orders').getByText('Failed to load your orders. Please try again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
  await shot(page, 'profile-failed')
  await axe(page)
  await noOverflow(page)
  await page.unrouteAll()
  await preOrders.getByRole('button', { name: 'Try again' }).click()
  await expect(preOrders.getByText('No pre-orders yet')).toBeVisible()
  await expect(panel(page, 'Orders').getByText('No orders yet')).toBeVisible()
})

test('has skeletons while the lists load', { tag: '@desktop' }, async ({ page, server }) => {
  let release = (_: 'pass') => {}
  await answer(page, 'Profile', new Promise<'pass'>((resolve) => (release = resolve)))
  await openProfile(page, server)
  await expect(page.getByText('Loading Pre-orders')).toBeAttached()
  await expect(page.getByText('Loading Orders')).toBeAttached()
  await axe(page)
  release('pass')
  await expect(page.getByText('No pre-orders yet')).toBeVisible()
  await expect(page.getByText('Loading Pre-orders')).toBeHidden()
})

test('shows where the person is signed in, and ends it there', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { email, password } = await createAccount(server)
  const signIn = async (agent: string) => {
    const { userLogin } = await graphql<{ userLogin: { token: string } }>(
      server,
      'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token } }',
      { input: { email, password } },
      undefined,
      agent,
    )
    return userLogin.token
  }
  const works = async (token: string) =>
    (await graphql<{ me: unknown }>(server, '{ me { id } }', {}, token)).me !== null
  const phone = await signIn(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Version/18.4 Safari/604.1',
  )
  const laptop = await signIn(
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  )

  await signInAs(page, await signIn(await page.evaluate(() => navigator.userAgent)))
  await page.goto('/profile')
  const section = panel(page, 'Sessions')
  const row = section.getByRole('listitem')
  await expect(row.getByRole('heading')).toHaveText([
    /^Chrome on (Linux|Android)$/,
    'Firefox on Windows',
    'Safari on iPhone',
    'Unknown browser',
  ])
  await expect(row.first().getByText('This browser')).toBeVisible()
  await expect(row.first().getByRole('button')).toHaveCount(0)
  await shot(page, 'profile-sessions')
  await axe(page)
  await noOverflow(page)

  await section.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(page.getByText('Safari on iPhone signed out')).toBeVisible()
  await expect(row).toHaveCount(3)
  await expect(section.getByRole('heading', { level: 2 })).toBeFocused()
  expect(await works(phone)).toBe(false)
  expect(await works(laptop)).toBe(true)

  const everywhere = section.getByRole('button', { name: 'Sign out everywhere else' })
  await everywhere.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('The 2 other sessions have to sign in again.')).toBeVisible()
  await shot(page, 'profile-sessions-confirm')
  await axe(page)
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(row).toHaveCount(3)
  await everywhere.click()
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out everywhere else')).toBeVisible()
  await expect(row).toHaveCount(1)
  await expect(everywhere).toHaveCount(0)
  await expect(section.getByRole('heading', { level: 2 })).toBeFocused()
  expect(await works(laptop)).toBe(false)
  await page.reload()
  await expect(row.getByText('This browser')).toBeVisible()
})

test('logs out', { tag: '@desktop' }, async ({ page, server }) => {
  await openProfile(page, server)
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await storedToken(page)).toBeNull()
  await page.goto('/profile')
  await expect(page).toHaveURL('/login')
})

test('is signed out here even when the server can not be told', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/Logout:|Failed to load resource|INTERNET_DISCONNECTED/)
  await openProfile(page, server)
  await answer(page, 'Logout', 'offline')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logout failed')).toBeVisible()
  expect(await storedToken(page)).toBeNull()
  await expect(page).toHaveURL('/login')
})

test('a slow logout leaves the session that has begun since', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { email, password } = await openProfile(page, server)
  let release = (_: 'pass') => {}
  const sent = await answer(page, 'Logout', new Promise<'pass'>((resolve) => (release = resolve)))
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => sent.length).toBe(1)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('No pre-orders yet')).toBeVisible()
  const answered = page.waitForResponse(
    (response) => operationOf(response.request()).operationName === 'Logout',
  )
  release('pass')
  await (await answered).finished()
  await page.getByRole('main').getByRole('link', { name: 'Update Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Update Profile' })).toBeVisible()
  await expect(page.getByText('Logged out successfully')).toHaveCount(0)
})

test('asks to log in again after a logout in another tab', { tag: '@desktop' }, async ({
  page,
  server,
  context,
}) => {
  await stretchPause(page, 2000)
  await openProfile(page, server)
  await expect(page.getByText('No pre-orders yet')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/profile')
  await other.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Please Login' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login')
  await axe(page)
  await expect(page).toHaveURL('/login')
  expect(await storedToken(page)).toBeNull()
})
