import type { Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { answer, refusal } from './graph'
import { expect, test } from './test'

// The times of docs/specification.md that belong to no page. The others: auth.spec (1.2 s), preorder.spec (1 s, 3 s,
// 60 days), contact.spec (1.5 s, 3 s), player.spec (m:ss).

test.describe('toasts', { tag: '@desktop' }, () => {
  const toasts = (page: Page) =>
    page.getByRole('region', { name: 'Notifications' }).getByText('The cart is in repair')

  /** A button that leaves a toast with every press, and a clock that stands still. */
  async function prepare(page: Page, token: string) {
    await answer(page, 'CartItemAdd', refusal('The cart is in repair'))
    await signInAs(page, token)
    await page.clock.install()
    await page.goto('/products/3')
    const button = page.getByRole('button', { name: 'Get Quote' })
    await expect(button).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    return async () => {
      // Many notifications lie over it.
      await button.press('Enter')
      await expect(button).toBeEnabled()
    }
  }

  test.beforeEach(({ problems }) => problems.allow(/CartItemAdd/))

  test('leave after 5 s, are at most 20 at once, and wait while the pointer or another window holds them', async ({
    page,
    server,
  }) => {
    const leaveToast = await prepare(page, (await createAccount(server)).token)
    await leaveToast()
    await expect(toasts(page)).toBeVisible()
    const { x = 0, y = 0 } = (await page.getByRole('region', { name: 'Notifications' }).boundingBox()) ?? {}
    expect(x, 'on the right').toBeGreaterThan(900)
    const header = await page.getByRole('banner').boundingBox()
    expect(y - (header?.height ?? 0), 'below the header').toBeCloseTo(12, -1)
    await page.clock.runFor(4999)
    await expect(toasts(page)).toBeVisible()
    await page.clock.runFor(1)
    await expect(toasts(page)).toHaveCount(0)

    await leaveToast()
    await page.clock.runFor(2000)
    await toasts(page).hover()
    await page.clock.runFor(60_000)
    await expect(toasts(page)).toBeVisible()
    await page.mouse.move(0, 500)
    await page.clock.runFor(2999)
    await expect(toasts(page)).toBeVisible()
    await page.clock.runFor(1)
    await expect(toasts(page)).toHaveCount(0)

    await leaveToast()
    await expect(toasts(page)).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await page.clock.runFor(60_000)
    await expect(toasts(page)).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.clock.runFor(5000)
    await expect(toasts(page)).toHaveCount(0)

    // The others wait for room.
    for (let count = 0; count < 22; count++) await leaveToast()
    await expect(toasts(page)).toHaveCount(20)
    await page.clock.runFor(5000)
    await expect(toasts(page)).toHaveCount(2)
    await page.clock.runFor(5000)
    await expect(toasts(page)).toHaveCount(0)
  })
})
