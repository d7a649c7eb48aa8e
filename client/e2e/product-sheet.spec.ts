import type { Page } from '@playwright/test'
import { store } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { answer } from './graph'
import { expect, test } from './test'

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('copies specifications for a spreadsheet, and prints a data sheet in place of the page', {
  tag: '@desktop',
}, async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/products/3?tab=specs')
  await page.getByRole('button', { name: 'Copy Wrist load' }).click()
  await expect(page.getByRole('status').getByText('Copied', { exact: true })).toBeAttached()
  expect(await clipboard(page)).toBe(
    [
      'Wrist load',
      'Torque, axes 4 and 5\t14 N·m',
      'Torque, axis 6\t8 N·m',
      'Moment of inertia, axes 4 and 5\t0.40 kg·m²',
      'Moment of inertia, axis 6\t0.12 kg·m²',
    ].join('\n'),
  )
  await page.getByRole('button', { name: 'Copy all specifications' }).click()
  await expect
    .poll(() => clipboard(page))
    .toMatch(/^Six-Axis Fixed Arm\n\nMechanics\nPayload\t6 kg\n[\s\S]*\n\nEnvironment\n/)

  await expect(page.getByText('$22,999.00').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('article', { hasText: 'hello@orrery.example' })
  await expect(sheet.getByRole('heading', { name: 'Six-Axis Fixed Arm' })).toBeVisible()
  for (const text of ['ORR-A6-900', '$22,999.00', `${server.url}/products/3`])
    await expect(sheet.getByText(text)).toBeVisible()
  await expect(sheet.getByRole('table')).toHaveCount(6)
  for (const screenOnly of [
    page.getByRole('navigation'),
    page.getByRole('button'),
    page.getByRole('contentinfo'),
  ])
    await expect(screenOnly).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await shot(page, 'product-print')
  // Browsers that print tell it by other events, too.
  await page.emulateMedia({ media: 'screen' })
  await expect(sheet).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(sheet).toHaveCount(1)
})

test('says when copying has failed', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject() } }),
  )
  await page.goto('/products/8')
  await page.getByRole('button', { name: 'Copy all specifications' }).click()
  await expect(page.getByRole('status').getByText("Couldn't copy")).toBeAttached()
})

test('keeps the tab in the address', { tag: '@desktop' }, async ({ page }) => {
  const tab = (name: string) => page.getByRole('tab', { name })
  const selected = (name: string) => expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  await page.goto('/products/3')
  await selected('Features')
  await tab('Features').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/products/3?tab=specs')
  await page.keyboard.press('End')
  await expect(page).toHaveURL('/products/3?tab=technical')
  await page.reload()
  await selected('Technical Details')
  await page.goto('/products/3?tab=nothing')
  await selected('Features')

  // The fragment names the specifications as well, and a tab of choice outdoes it without a jump.
  await page.goto('/products/3#specs')
  await selected('Specifications')
  await expect(tab('Specifications')).toBeInViewport()
  await tab('Features').click()
  await selected('Features')
  await expect(page).toHaveURL('/products/3?tab=features#specs')
  await expect(tab('Features')).toBeInViewport()
})

test('leads to its parts and to the comparison', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products/1#reviews')
  await expect(page.getByRole('heading', { name: 'What customers say' })).toBeInViewport()
  await page.goto('/products/1')
  const more = page.getByRole('navigation', { name: 'More about this product' })
  await more.getByRole('link', { name: 'Plans' }).click()
  await expect(page.getByRole('heading', { name: 'Rent, buy or add service' })).toBeInViewport()
  await more.getByRole('link', { name: 'Specifications' }).click()
  await expect(page.getByRole('tab', { name: 'Specifications' })).toHaveAttribute('aria-selected', 'true')
  await expect(more.getByRole('link', { name: 'Compare' })).toHaveAttribute('href', '/compare?products=1')
  await page.goto('/products/8')
  await expect(more.getByRole('link', { name: 'Plans' })).toHaveCount(0)
})

test('keeps the main action at hand', async ({ page }, { project }) => {
  await page.goto('/products/3')
  const bar = page.getByRole('region', { name: 'Buy' })
  await expect(page.getByRole('button', { name: 'Get Quote' }).first()).toBeVisible()
  // On a phone the buttons are below the first screen.
  await expect(bar).toBeVisible({ visible: project.name === 'mobile' })
  const more = page.getByRole('button', { name: /^Increase quantity/ })
  await more.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await expect(bar).toBeHidden()
  await more.click()
  // Until the reviews have come, something else keeps their place.
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { name: 'What customers say' }).scrollIntoViewIfNeeded()
  await expect(bar.getByText('$22,999.00')).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await bar.getByRole('button', { name: 'Get Quote' }).click()
  await expect(page.getByText('Please login to add items to cart')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.wantedItem ?? localStorage.wantedItem ?? '')).toContain('2')
})

test('remembers the products that were looked at', { tag: '@desktop' }, async ({ page }) => {
  const recent = page
    .getByRole('region')
    .filter({ has: page.getByRole('heading', { name: 'Recently viewed' }) })
  const names = (page: Page) => page.locator('#recent').getByRole('link')
  await page.goto('/products/3')
  await expect(page.getByRole('heading', { name: 'What customers say' })).toBeVisible()
  await expect(recent).toHaveCount(0)
  for (const [id, name] of Object.entries({
    1: 'Robotic Arm',
    2: 'Mobile Assistant',
    8: 'Linear Slider Rail',
  })) {
    await page.goto(`/products/${id}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('recentlyViewed')))
      .toMatch(new RegExp(`^\\["${id}"`))
  }
  // Placeholders and numbers without a product are not remembered; a product that has gone disappears.
  await page.goto('/products/12')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const ids = JSON.parse(localStorage.getItem('recentlyViewed') ?? '[]')
    localStorage.setItem('recentlyViewed', JSON.stringify(['99', ...ids]))
  })
  await page.goto('/products/3')
  await expect(names(page)).toHaveText([/Linear Slider Rail/, /Mobile Assistant/, /Robotic Arm/])
  expect(await page.evaluate(() => localStorage.getItem('recentlyViewed'))).toBe('["3","8","2","1"]')
  await shot(page, 'product-recent')

  await names(page).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Linear Slider Rail' })).toBeVisible()
  await expect(names(page).first()).toHaveText(/Six-Axis Fixed Arm/)
  await page.getByRole('button', { name: 'Clear recently viewed' }).click()
  await expect(names(page)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('recentlyViewed'))).toBeNull()
})

test('asks again for what was viewed when that has failed', { tag: '@desktop' }, async ({
  page,
  problems,
}) => {
  problems.allow(/RecentlyViewed/)
  await store(page, 'recentlyViewed', '["1"]')
  let broken = true
  await answer(page, 'RecentlyViewed', () =>
    broken ? { data: null, errors: [{ message: 'Out for repair' }] } : Promise.resolve('pass' as const),
  )
  await page.goto('/products/3')
  await expect(page.getByText("Couldn't load recently viewed products")).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('#recent').getByRole('link', { name: /Robotic Arm/ })).toBeVisible()
})
