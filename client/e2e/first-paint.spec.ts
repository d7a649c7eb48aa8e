import type { Page } from '@playwright/test'
import { graph, operationsOf } from './graph'
import { expect, takenOver, test } from './test'

/** The pages that the server renders, with something that each of them says. */
const pages = [
  ['/', 'Retail Automation', 'Pricing Transparency'],
  ['/products', 'All Products', 'Full Details'],
  ['/products/1', 'Robotic Arm with Linear Rail', 'What customers say'],
  ['/products/5', 'Educational', 'Coming Soon'],
  ['/compare', 'Compare products', 'Add a product'],
  ['/register', 'Create', 'Password'],
  ['/about', 'About', 'Leadership'],
  ['/software', 'Software', 'Mobile'],
  ['/technologies', 'Technologies', 'Vision'],
  ['/contact', 'Contact us', 'Before you write'],
  ['/faq', 'Frequently asked questions', 'Not answered here?'],
  ['/resources', 'Resources', 'Newsletter'],
  ['/forgot-password', 'password', 'Email'],
  ['/privacy', 'Privacy', 'data'],
  ['/terms', 'Terms', 'Prices'],
  ['/sitemap', 'Sitemap', 'Products'],
] as const

/** Keeps the application back until it is called for. */
async function holdApplication(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page says what it has to say', { tag: '@desktop' }, async ({ page }) => {
    for (const [path, title, more] of pages) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 }), path).toContainText(title)
      await expect(page.locator('main'), path).toContainText(more)
      await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
    }
  })
})

// React reports to the console when it has to make a page anew, because the server's was another one than it would make.
test('takes every public page over as it stands, and asks nothing again', { tag: '@desktop' }, async ({
  page,
}) => {
  const asked = operationsOf(page)
  for (const [path] of pages) {
    await page.goto(path, { waitUntil: 'commit' })
    const heading = await page.locator('main h1').elementHandle()
    await takenOver(page)
    await page.waitForLoadState('networkidle')
    expect(await heading?.evaluate((element) => element.isConnected), path).toBe(true)
  }
  // What this browser has looked at before is known to nobody else.
  expect(asked.filter((name) => name !== 'RecentlyViewed')).toEqual([])
})

test('links lead on and forms keep what is typed before the application is there', {
  tag: '@desktop',
}, async ({ page }) => {
  const release = await holdApplication(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Contact Us', exact: true }).click()
  const name = page.getByLabel('Name')
  await name.fill('Ada')
  release()
  await takenOver(page)
  await expect(name).toHaveValue('Ada')
  // The form knows it too: it keeps a draft over a reload.
  await page.reload()
  await takenOver(page)
  await expect(name).toHaveValue('Ada')
})

test('a button that is pressed before it works does so then', { tag: '@desktop' }, async ({ page }) => {
  const release = await holdApplication(page)
  await page.goto('/products/1', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Get Quote' }).first().click()
  release()
  await expect(page.getByText('Please login to add items to cart')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('who rests on a link finds its page loaded', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/about')
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Product', exact: true })
  const answer = page.waitForResponse(graph)
  await link.hover()
  await answer
  await page.waitForLoadState('networkidle')
  const later: string[] = []
  page.on('request', (request) => {
    if (['script', 'fetch'].includes(request.resourceType())) later.push(request.url())
  })
  await link.click()
  await expect(page.getByRole('heading', { name: 'Full Details' })).toBeVisible()
  expect(later.filter((url) => url.includes('/graphql') || url.includes('route-'))).toEqual([])
})
