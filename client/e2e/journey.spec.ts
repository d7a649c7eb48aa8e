import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { axe, noOverflow, shot, shown } from './checks'
import { expect, test } from './test'

const password = 'Long-Enough-1!'

test('a visitor becomes a customer with a cart and a pre-order', async ({ page }) => {
  const email = `visitor-${randomUUID()}@example.com`

  await test.step('finds the fixed arm by searching', async () => {
    await page.goto('/')
    await shot(page, 'home')
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    const search = page.getByRole('dialog').getByRole('combobox')
    await search.fill('fixed arm')
    await search.press('Enter')
    await expect(page).toHaveURL(/\/products\?q=fixed(\+|%20)arm$/)
    await expect(page.getByRole('heading', { name: 'All Products' })).toBeVisible()
    await shot(page, 'search')
    await page
      .getByRole('main')
      .getByRole('link', { name: /fixed arm/i })
      .first()
      .click()
    await expect(page).toHaveURL('/products/3')
  })

  await test.step('is asked to sign in before anything goes into a cart', async () => {
    await shot(page, 'product')
    await page.getByRole('button', { name: 'Get Quote' }).first().click()
    await expect(page.getByText('Please login to add items to cart')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await shot(page, 'login')
  })

  await test.step('registers and lands with the arm in the cart', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: /register|create|sign up/i })
      .click()
    await expect(page).toHaveURL('/register')
    await page.getByLabel('Full Name').fill('Vera Visitor')
    await page.getByLabel('Email Address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm Password', { exact: true }).fill(password)
    await shot(page, 'register')
    const registered = shown(page, 'Registration successful! Redirecting to your dashboard...')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await registered
    await expect(page).not.toHaveURL('/register')
    await expect(page.getByText('Added to cart successfully!')).toBeVisible()
    await openFromMenu(page, /cart/i)
    await expect(page).toHaveURL('/cart')
  })

  await test.step('takes as many as there are', async () => {
    const main = page.getByRole('main')
    const more = main.getByRole('button', { name: /increase/i })
    await more.click()
    await more.click()
    await expect(main.getByText('Maximum available quantity reached')).toBeVisible()
    await expect(main.getByText('Tax (10%)')).toBeVisible()
    await expect(main.getByText('Free', { exact: true })).toBeVisible()
    // 3 times 22,999, and a tenth of that on top.
    await expect(main.getByText('$68,997.00').first()).toBeVisible()
    await expect(main.getByText('$6,899.70')).toBeVisible()
    await expect(main.getByText('$75,896.70')).toBeVisible()
    await shot(page, 'cart')
    await axe(page)
    await noOverflow(page)
  })

  const product = await test.step('pre-orders another robot', async () => {
    await page.goto('/')
    await page
      .getByRole('button', { name: /pre-order now/i })
      .or(page.getByRole('link', { name: /pre-order now/i }))
      .first()
      .click()
    await expect(page).toHaveURL('/preorder')
    const chosen = await page.evaluate(() => JSON.parse(localStorage.getItem('preOrderProduct') ?? '{}'))
    await expect(page.getByText(chosen.productName).first()).toBeVisible()
    await page.getByLabel(/^name|full name/i).fill('Vera Visitor')
    await page.getByLabel(/email/i).first().fill(email)
    await page.getByLabel(/phone/i).fill('+31 20 555 0100')
    await page.getByLabel(/message/i).fill('For the training hall.')
    await shot(page, 'preorder')
    await page.getByRole('button', { name: /pre-order/i }).click()
    await expect(page.getByText('Pre-order submitted successfully!')).toBeVisible()
    await expect(page).toHaveURL('/products')
    return String(chosen.productName)
  })

  await test.step('finds it on the profile and logs out', async () => {
    await openFromMenu(page, /vera|profile/i)
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText(`Pre-order: ${product}`)).toBeVisible()
    await shot(page, 'profile')
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('Logged out successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})

/** Follows a link of the navigation bar, which narrow screens keep behind a menu button. */
async function openFromMenu(page: Page, name: RegExp) {
  // Notifications lie over it; one can go by itself meanwhile.
  const close = page.getByRole('button', { name: 'Close notification' })
  while ((await close.count()) > 0)
    await close
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined)
  const link = page.getByRole('banner').getByRole('link', { name }).filter({ visible: true }).first()
  if (!(await link.isVisible())) await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
  await link.click()
}
