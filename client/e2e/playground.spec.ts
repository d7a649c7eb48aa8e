import type { Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { openAdmin, sharedAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { graphql, type Server } from './server'
import { expect, test } from './test'

// GraphiQL's own: CodeMirror's scrolling part takes no focus, tabs that can be moved have their button inside of something that takes
// it, and entries of the history are named by what they do, not by what they say.
const notOurs = ['.CodeMirror', '.graphiql-tab', '.graphiql-history-item-label']

const result = (page: Page) => page.getByRole('region', { name: 'Result Window' })

/** Runs one of the examples with the keyboard, which is in the editor once the example is opened. */
async function runExample(page: Page, title: string) {
  const panel = page.getByRole('region', { name: 'Examples' })
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Show Examples' }).click()
  await panel.getByRole('button', { name: title, exact: true }).click()
  await expect(page.getByLabel('Operation', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
}

async function makeKey(server: Server, scopes: string[]) {
  const { apiKeyCreate } = await graphql<{ apiKeyCreate: { secret: string } }>(
    server,
    'mutation ($input: APIKeyCreateInput!) { apiKeyCreate(input: $input) { secret } }',
    { input: { name: 'Playground', scopes } },
    await sharedAdmin(server),
  )
  return apiKeyCreate.secret
}

test('visitors are asked to sign in, and come back', { tag: '@desktop' }, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/playground')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Playground')
  await expect(page).toHaveTitle(/^Playground \|/)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'playground-visitor')
  expect(asked.filter((path) => path.includes('/Editor'))).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').first().fill('admin@orrery.example')
  await page.getByLabel('Password', { exact: true }).fill('Orrery-Admin-1!')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/playground')
  await expect(page.getByText('Signed in as admin@orrery.example')).toBeVisible()
})

test('customers get Access Denied, and a key lets them read what it may', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/401/)
  const { token } = await createAccount(server)
  const key = await makeKey(server, ['READ_ORDERS'])
  await signInAs(page, token)
  await page.goto('/playground')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
  await axe(page)
  await shot(page, 'playground-denied')

  const field = page.getByLabel('API key', { exact: true })
  const use = page.getByRole('button', { name: 'Use this key' })
  await use.click()
  await expect(page.getByText('API key is required')).toBeVisible()
  await field.fill('secret')
  await use.click()
  await expect(page.getByText(/^API keys start with orrery_/)).toBeVisible()
  await field.fill(`${key}x`)
  await use.click()
  await expect(
    page.getByText('Invalid API key. Check for typos; it may also have expired or been revoked.'),
  ).toBeVisible()
  await field.fill(key)
  await use.click()
  await expect(page.getByText(`Using API key ${key.slice(0, 12)}`)).toBeVisible()

  await runExample(page, 'New orders')
  await expect(result(page)).toContainText('"orders"')
  await expect(page.getByText(/^Cost \d.* left for this key in this minute$/)).toBeVisible()
  await runExample(page, 'Set the stock of a product')
  await expect(result(page)).toContainText('FORBIDDEN')
  await noOverflow(page, ...notOurs)
  await shot(page, 'playground-key')

  // The tab keeps the key, and no other storage does.
  await page.reload()
  await expect(page.getByText(`Using API key ${key.slice(0, 12)}`)).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key)
  await page.getByRole('button', { name: 'Remove key' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
})

test('an administrator runs, reads and finds again, and nothing leaves the site', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
      elsewhere.push(request.url())
  })
  await openAdmin(page, server, '/playground')
  // The button and the editor are there before what they run.
  await expect(page.getByRole('region', { name: 'Query Editor' })).toContainText('products')
  await page.getByRole('button', { name: /^Execute query/ }).click()
  await expect(result(page)).toContainText('"Educational Kit"')
  await expect(page.getByText(/^Cost \d+ of 10,000$/)).toBeVisible()
  await axe(page, ...notOurs)
  await noOverflow(page, ...notOurs)
  await shot(page, 'playground')
  await page.getByRole('button', { name: 'Use an API key' }).click()
  await axe(page, ...notOurs)
  await shot(page, 'playground-paste')
  await page.keyboard.press('Escape')

  await runExample(page, 'Low stock')
  await expect(result(page)).toContainText('"lowStock"')
  await shot(page, 'playground-examples')
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  const docs = page.getByRole('region', { name: 'Documentation Explorer' })
  // Not the site's own search, which these keys call elsewhere.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(docs.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('APIKey')
  await docs.getByRole('option', { name: 'APIKey', exact: true }).click()
  await expect(docs).toContainText('An API key of a partner')
  await docs.getByRole('link', { name: 'Scope', exact: true }).click()
  await expect(docs).toContainText('Read all orders, with customer data.')
  await axe(page, ...notOurs)
  await shot(page, 'playground-docs')

  await page.reload()
  await page.getByRole('button', { name: 'Show History' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').filter({ hasText: 'LowStock' })).toBeVisible()
  await axe(page, ...notOurs)
  await page.getByRole('button', { name: 'Open settings dialog' }).click()
  await axe(page, ...notOurs)
  await shot(page, 'playground-settings')
  await page.getByRole('dialog').getByRole('button', { name: 'Close dialog' }).click()
  expect(elsewhere).toEqual([])
})

test('a subscription shows what happens until it is stopped', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { token } = await openAdmin(page, server, '/playground')
  let stock = 10
  const change = () =>
    graphql(
      server,
      'mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) { userErrors { message } } }',
      { input: { id: '10', stock: stock++ } },
      token,
    )
  await runExample(page, 'Watch what happens')
  const stop = page.getByRole('button', { name: /^Stop query/ })
  await expect(stop).toBeVisible()
  // The first change may come before the server has taken the subscription.
  await expect(async () => {
    await change()
    await expect(result(page)).toContainText('"stock.changed"', { timeout: 1000 })
  }).toPass()
  await expect(page.getByText(/^Cost \d+ of 10,000$/)).toBeVisible()
  const before = await result(page).textContent()
  await change()
  await expect(result(page)).not.toHaveText(before ?? '')
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/graphql'))
  await stop.click()
  await ended
  await expect(page.getByRole('button', { name: /^Execute query/ })).toBeVisible()
  await expect(result(page)).toContainText('"stock.changed"')
  await shot(page, 'playground-subscription')
})

test('leaves the look of the other pages alone', { tag: '@desktop' }, async ({ page, server }) => {
  await openAdmin(page, server, '/admin/keys')
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Playground' })
    .click()
  await expect(page).toHaveURL('/playground')
  await expect(page.getByRole('button', { name: /^Execute query/ })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Product', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
  const look = () =>
    page.evaluate(() => [
      document.body.className,
      document.documentElement.scrollHeight,
      ...[...document.querySelectorAll('h1, h2, h3, button, a, input, svg')].map((element) => {
        const { color, fontSize, fontFamily, boxSizing, padding } = getComputedStyle(element)
        return [element.textContent, color, fontSize, fontFamily, boxSizing, padding].join(' ')
      }),
    ])
  await expect(page.getByRole('article').nth(9)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Filter by figures/ })).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const after = await look()
  await page.reload()
  await expect(page.getByRole('article').nth(9)).toBeVisible()
  // The page was there before it was known who looks at it.
  await expect(page.getByRole('banner').getByRole('link', { name: /^Profile/ })).toBeVisible()
  await expect.poll(look).toEqual(after)
})
