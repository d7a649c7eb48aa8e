import type { Page } from '@playwright/test'
import { openAdmin, sharedAdmin } from './admin'
import { axe, holdToasts, noOverflow, shot, watchShifts } from './checks'
import { filledDataDir, graphql, removeDataDir, type Server, startServer } from './server'
import { test as base, expect } from './test'

// They change what every page shows, in a shop of their own.
const test = base.extend<object, { own: true }>({
  own: [true, { scope: 'worker', option: true }],
  server: [
    async ({ own: _ }, use) => {
      const dataDir = await filledDataDir()
      const server = await startServer(dataDir)
      await use(server)
      await server.stop()
      await removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

// One after the other.
test.describe.configure({ mode: 'default' })

const screen = '/admin/settings'

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings were saved')).toBeVisible()
}

/** Saves another version behind the screen's back. */
async function change(server: Server, changed: object) {
  const token = await sharedAdmin(server)
  const { siteSettings } = await graphql<{ siteSettings: Record<string, unknown> }>(
    server,
    `{ siteSettings { version name short retail title description email phone office { street postalCode city country } social { name url }
      opens closes country orderPrefix quotePrefix bank { holder iban bic } } }`,
    {},
    token,
  )
  await graphql(
    server,
    'mutation ($input: SettingsInput!) { settingsUpdate(input: $input) { userErrors { message } } }',
    { input: { ...siteSettings, ...changed } },
    token,
  )
}

test('settings are changed, refused and restored', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, screen)
  await expect(main.getByLabel('Shop name')).toHaveValue('Orrery Robotics')
  await expect(main.getByText('Version 1 (current)')).toBeVisible()
  const prices = main.getByRole('region', { name: 'Prices' })
  await expect(prices).toContainText('CURRENCY, TAX_PERCENT and SHIPPING')
  await expect(prices).toContainText('USD')
  await expect(prices).toContainText('10% of the subtotal')
  await expect(prices).toContainText('Free')
  await shot(page, 'admin-settings')
  await axe(page)
  await noOverflow(page)

  await main.getByLabel('Shop name').fill('Acme Robots')
  await main.getByLabel('Short name').fill('Acme')
  await main.getByLabel('IBAN').fill('NL91 ABNA 0417 1643 01')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('Please enter a valid IBAN')).toBeVisible()
  await expect(main.getByLabel('IBAN')).toBeFocused()
  await shot(page, 'admin-settings-refused')
  await axe(page)
  await main.getByLabel('IBAN').fill('NL91 ABNA 0417 1643 00')
  await main.getByLabel('Time zone').fill('New York')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('Time zone must be the name of one, such as')).toBeVisible()
  await main.getByLabel('Time zone').fill('America/New_York')
  await main.getByLabel('Next order number').fill('5')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    main.getByText(/Numbers only move forward: the next one must be at least 1\d{5}/),
  ).toBeVisible()
  await main.getByLabel('Next order number').fill('500000')
  await save(page)
  await expect(page.getByRole('link', { name: 'Acme Robots, administration' })).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Acme Robots, home' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Acme Robots / Winkelwerk')
  await expect(page.getByRole('contentinfo')).toContainText('9:00 AM to 6:00 PM EST')
  await page.goto('/about')
  await expect(page).toHaveTitle('About us | Acme Robots')

  await page.goto(screen)
  await main.getByRole('button', { name: 'Restore version 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore version 1?' })
  await axe(page)
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Version 1 was restored')).toBeVisible()
  await expect(main.getByLabel('Shop name')).toHaveValue('Orrery Robotics')
  await expect(main.getByLabel('Next order number')).toHaveValue('500000')
  await expect(main.getByLabel('Time zone')).toHaveValue('Europe/Amsterdam')
  await expect(main.getByText('Version 3 (current)')).toBeVisible()
})

test('what was typed survives somebody else and an attempt to leave', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { main } = await openAdmin(page, server, screen)
  await main.getByLabel('City').fill('Utrecht')
  await main.getByRole('button', { name: 'Discard', exact: true }).click()
  await holdToasts(page)
  await expect(main.getByLabel('City')).toHaveValue('Amsterdam')
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(main.getByLabel('City')).toHaveValue('Utrecht')
  await change(server, { phone: '+31 30 123 4567' })
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  const alert = main.getByRole('alert').filter({ hasText: 'Someone else saved the settings' })
  await expect(alert).toContainText('They changed: Phone.')
  await expect(main.getByLabel('City')).toHaveValue('Utrecht')
  await expect(main.getByLabel('Phone')).toHaveValue('+31 30 123 4567')
  await shot(page, 'admin-settings-conflict')
  await axe(page)

  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Webhooks' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await save(page)
  await expect(alert).toBeHidden()
  await page.goto('/contact')
  await expect(page.getByRole('main').getByText('1016 EA Utrecht')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: '+31 30 123 4567' }).first()).toBeVisible()
})

test('an announcement is shown without a shift, and stays closed', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  await change(server, { announcement: { text: 'Free delivery in May', link: '/products' } })
  const shift = await watchShifts(page)
  const bar = page.getByRole('region', { name: 'Announcement' })
  await page.goto('/')
  await expect(bar.getByRole('link', { name: 'Free delivery in May' })).toBeVisible()
  expect(await shift()).toBeLessThan(0.01)
  await shot(page, 'announcement')
  await axe(page)
  await noOverflow(page)
  await bar.getByRole('button', { name: 'Close announcement' }).click()
  await expect(bar).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Retail Automation' })).toBeVisible()
  await expect(bar).toBeHidden()
  expect(await shift()).toBeLessThan(0.01)

  await change(server, { announcement: { text: 'Another one', link: '' } })
  await page.goto('/cart')
  await expect(bar.getByText('Another one')).toBeVisible()
  await openAdmin(page, server, '/admin')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bar).toBeHidden()
})

test('a screen without its settings says so', { tag: '@desktop' }, async ({ page, server, problems }) => {
  problems.allow(/graphql|Failed to fetch/)
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('AdminSettings')) await route.abort()
    else await route.fallback()
  })
  const { main } = await openAdmin(page, server, screen)
  await expect(main.getByText('The settings could not be loaded')).toBeVisible()
  await shot(page, 'admin-settings-failed')
  await axe(page)
  await page.unroute('**/graphql')
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByLabel('Shop name')).toBeVisible()
})
