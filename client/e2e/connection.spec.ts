import type { Page } from '@playwright/test'
import { axe, shown } from './checks'
import { graph } from './graph'
import { expect, test } from './test'

const banner = (page: Page) => page.getByRole('banner').getByRole('status').first()

/** Lets no request reach the server, while the browser believes in its network; answers how to end that. */
async function cut(page: Page) {
  const paths = [graph, '**/readyz']
  for (const path of paths) await page.route(path, (route) => route.abort('connectionrefused'))
  return async () => {
    for (const path of paths) await page.unroute(path)
  }
}

test.beforeEach(({ problems }) =>
  problems.allow(/Failed to (load|fetch)|ERR_|Home:|Products?:|Catalogue:|imported module/),
)

test('says calmly that the network is gone, and that it is back', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email Address').fill('vera@example.com')
  await context.setOffline(true)
  await expect(banner(page)).toContainText("You're offline.")
  await axe(page)
  const back = shown(page, "You're back online.")
  await context.setOffline(false)
  await back
  await expect(banner(page)).toBeEmpty()
  await expect(page.getByLabel('Email Address')).toHaveValue('vera@example.com')
})

test('tells a server out of reach from a lost request, and loads by itself what is missing @desktop', async ({
  page,
}) => {
  await page.clock.install()
  const reconnect = await cut(page)
  await page.goto('/')
  // The requests are repeated before they are given up.
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page.getByRole('alert')).toHaveCount(2)
  }).toPass()
  await expect(banner(page)).toContainText("Can't reach the server.")

  await page.clock.runFor(5000)
  await expect(banner(page)).toContainText("Can't reach the server.")
  await reconnect()
  // It says so for three seconds of the page's clock, which stands still once it does.
  await expect(async () => {
    if ((await banner(page).textContent()) !== "You're back online.") await page.clock.runFor(1000)
    await expect(banner(page)).toHaveText("You're back online.", { timeout: 300 })
  }).toPass()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('article').filter({ hasText: 'Mobile Assistant' })).toBeVisible()
  await page.clock.runFor(3000)
  await expect(banner(page)).toBeEmpty()

  // One request that fails while the server answers is the section's own affair.
  await page.route(graph, (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Product', exact: true }).click()
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page.getByRole('alert')).toHaveCount(1)
  }).toPass()
  await expect(banner(page)).toBeEmpty()
})

/** The file of ProductsPage, whose name the build cuts. */
async function chunkOf(page: Page, name: string) {
  let found = ''
  const seen = (request: { url(): string }) => {
    if (/\/assets\/Products-[\w-]+\.js$/.test(request.url())) found ||= request.url() // before the subscription's
  }
  page.on('request', seen)
  await page.goto(name)
  await page.waitForLoadState('networkidle')
  page.off('request', seen)
  expect(found).not.toBe('')
  return found
}

test('an open tab survives a deployment: the wanted page is loaded anew, once @desktop', async ({ page }) => {
  const chunk = await chunkOf(page, '/products')
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  // Until the page is loaded anew: the pointer may ask for the module before the click does.
  let gone = true
  await page.route(chunk, (route) => (gone ? route.fulfill({ status: 404 }) : route.fallback()))
  await page.route('**/products', (route) => {
    gone = false
    return route.fallback()
  })
  await page.evaluate(() => Object.assign(window, { oldTab: true }))
  await page.getByRole('link', { name: 'View More' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
  await expect(page).toHaveURL('/products')
  expect(await page.evaluate(() => 'oldTab' in window), 'the page is still the old document').toBe(false)

  // A module that stays away must not loop.
  await page.unroute('**/products')
  gone = true
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++
  })
  await page.goto('/')
  await page.evaluate(() => sessionStorage.clear())
  await page.getByRole('link', { name: 'View More' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Couldn't load this page")
  await expect(page.getByText('Part of the page is missing.')).toBeVisible()
  expect(documents).toBe(2)
  await axe(page)
})

test('a page that was never opened waits for the connection, and comes by itself', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'All products' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Couldn't load this page")
  await expect(page).toHaveURL('/products')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Couldn't load this page")
  await axe(page)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
})
