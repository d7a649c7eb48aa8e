import { storedToken } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { startProvider } from './openid'
import { filledDataDir, removeDataDir, startServer } from './server'
import { test as base, expect } from './test'

type Provider = Awaited<ReturnType<typeof startProvider>>

// A shop that is connected to a provider on this machine in Google's place, and to GitHub by name.
const test = base.extend<object, { provider: Provider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
    async ({}, use) => {
      const provider = await startProvider({ sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.org' })
      await use(provider)
      provider.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const dataDir = await filledDataDir()
      const server = await startServer(dataDir, {
        GOOGLE_CLIENT_ID: 'shop',
        GOOGLE_CLIENT_SECRET: 'secret',
        GOOGLE_ISSUER: provider.url,
        GITHUB_CLIENT_ID: 'shop',
        GITHUB_CLIENT_SECRET: 'secret',
      })
      await use(server)
      await server.stop()
      await removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

// One after the other, with one shop.
test.describe.configure({ mode: 'default' })

test('somebody signs in by a provider, and connects another account in the profile', {
  tag: '@desktop',
}, async ({ page, provider }) => {
  const main = page.getByRole('main')
  const google = main.getByRole('link', { name: 'Continue with Google' })

  await page.goto('/cart')
  await expect(page).toHaveURL('/login')
  await expect(main.getByRole('link', { name: 'Continue with GitHub' })).toBeVisible()
  await shot(page, 'login-providers')
  await axe(page)
  await noOverflow(page)

  await google.click()
  await page.getByRole('link', { name: 'No' }).click()
  await expect(main.getByRole('alert')).toHaveText('Sign-in with Google was cancelled. Nothing has changed.')
  await shot(page, 'login-provider-denied')
  await axe(page)

  await page.goto('/cart')
  await google.click()
  await page.getByRole('link', { name: 'Yes' }).click()
  await expect(page).toHaveURL('/cart')
  expect(await storedToken(page)).not.toBeNull()
  expect(await page.evaluate(() => document.cookie)).toBe('')

  // What led to /login is there afterwards.
  await page.goto('/profile')
  await main.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/products/1')
  await main.getByRole('button', { name: 'Choose Plan: Rental' }).click()
  await google.click()
  await page.getByRole('link', { name: 'Yes' }).click()
  await expect(page).toHaveURL('/preorder')
  await expect(main.getByLabel('Message')).toHaveValue('Rental plan: €2,999 per month')

  await page.goto('/profile')
  await expect(main.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
  const services = main.getByRole('region', { name: 'Sign-in services' })
  await expect(services.getByText('Your account has no password.')).toBeVisible()
  await expect(services.getByText('ada@example.org')).toBeVisible()
  await expect(services.getByRole('button')).toHaveCount(0)
  await main.getByRole('button', { name: 'Logout' }).click()

  // Somebody who has a password connects and disconnects.
  await expect(page).toHaveURL('/')
  provider.be({ sub: 'c', name: 'C', email: 'c@example.org' })
  await page.goto('/login')
  await main.getByLabel('Email Address').fill('customer@orrery.example')
  await main.getByLabel('Password', { exact: true }).fill('Orrery-Customer-1!')
  await main.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/profile')
  await services.getByRole('link', { name: 'Connect Google' }).click()
  await page.getByRole('link', { name: 'No' }).click()
  await expect(page.getByText(/^Sign-in with Google was cancelled/)).toBeVisible()
  await services.getByRole('link', { name: 'Connect Google' }).click()
  await page.getByRole('link', { name: 'Yes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Google?' })
  await expect(dialog.getByText('c@example.org')).toBeVisible()
  await shot(page, 'profile-connect')
  await axe(page)
  const connect = dialog.getByRole('button', { name: 'Connect Google' })
  await connect.click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Enter your password/,
  )
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Enough-1!')
  await connect.click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Incorrect password/,
  )
  await dialog.getByLabel('Password', { exact: true }).fill('Orrery-Customer-1!')
  await connect.click()
  await expect(services.getByText('c@example.org')).toBeVisible()
  await expect(dialog).toBeHidden()
  await services.scrollIntoViewIfNeeded()
  await shot(page, 'profile-services')
  await axe(page)
  await noOverflow(page)
  await services.getByRole('button', { name: 'Disconnect Google' }).click()
  await expect(services.getByText('Not connected.')).toHaveCount(2)
})

test('registering offers the providers, too', { tag: '@desktop' }, async ({ page, provider }) => {
  provider.be({ sub: 'x', name: 'X', email: 'customer@orrery.example' })
  await page.goto('/register')
  const main = page.getByRole('main')
  await shot(page, 'register-providers')
  await main.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'Yes' }).click()
  await expect(main.getByRole('alert')).toHaveText(
    /An account with this email address already exists. Sign in with its password/,
  )
  await expect(page).toHaveURL('/login')
})
