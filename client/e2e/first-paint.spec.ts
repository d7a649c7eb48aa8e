import type { Page } from '@playwright/test'
import { operationOf } from './graph'
import { expect, rendered, takenOver, test } from './test'

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

test('links lead on and forms keep what is typed before the application is there', {
  tag: '@desktop',
}, async ({ page }) => {
  await rendered(page.request, '/')
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
  await expect(name).toHaveValue('Ada')
})

for (const { button, message } of [
  { button: 'Get Quote', message: 'Please login to add items to cart' },
  // Its code comes later than the rest of the page.
  { button: 'Choose Plan: Rental', message: 'Please login to place a pre-order' },
])
  test(`${button}, pressed before it works, does so then`, { tag: '@desktop' }, async ({ page }) => {
    await rendered(page.request, '/products/1')
    const release = await holdApplication(page)
    await page.goto('/products/1', { waitUntil: 'commit' })
    await page.getByRole('button', { name: button }).first().click()
    release()
    await expect(page.getByText(message)).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

for (const when of ['commit', 'load'] as const)
  test(`quick choices on a slow device all count, made from ${when} on`, { tag: '@desktop' }, async ({
    page,
  }) => {
    const device = await page.context().newCDPSession(page)
    const slowDown = (rate: number) => device.send('Emulation.setCPUThrottlingRate', { rate })
    await slowDown(6)
    try {
      await page.goto('/products?sort=name', { waitUntil: when })
      for (const name of ['Parallel Gripper', 'Collaborative Robot'])
        await page.getByRole('checkbox', { name: `Compare ${name}` }).click({ timeout: 50_000 })
      await expect(page).toHaveURL('/products?sort=name&compare=7,10', { timeout: 50_000 })
    } finally {
      // The page serves the next tests too, and the browser slows it down by keeping the processor busy.
      await slowDown(1)
    }
  })

test('a page that has changed is rendered anew, and knows nothing of before', { tag: '@desktop' }, async ({
  page,
  newProduct,
}) => {
  const { id, change } = await newProduct('Repaint Rover')
  const rover = async () => {
    const document = await rendered(page.request, '/products')
    const [, data = ''] = /id="first-data">(.*?)<\/script>/.exec(document) ?? []
    const [sheet] =
      new RegExp(`<article aria-labelledby="product-${id}".*?</article>`, 's').exec(document) ?? []
    return {
      written: /\$[\d.]+/.exec(sheet ?? '')?.[0],
      known: JSON.parse(data)[`Product:${id}`]?.price.amount,
    }
  }
  expect(await rover()).toEqual({ written: '$10.00', known: '10.00' })
  await change({ price: '12.00' })
  expect(await rover()).toEqual({ written: '$12.00', known: '12.00' })
  await change({ listed: false })
  expect(await rover()).toEqual({})
})

test('who rests on a link finds its page loaded', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/about')
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Product', exact: true })
  const answer = page.waitForResponse(
    (response) => operationOf(response.request()).operationName === 'Catalogue',
  )
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
