import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createAccount, signInAs } from './accounts'
import { openAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer } from './graph'
import { lettersTo, letterTo } from './letters'
import { expect, test } from './test'

const office = 'hello@orrery.example'

test('who asks is told once that a product is back in stock', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const name = `Rover ${randomUUID().slice(0, 8)}`
  const { id, change } = await newProduct(name)
  await change({ stock: 0 })
  const email = `${randomUUID()}@example.com`
  const main = page.getByRole('main')
  const field = main.getByLabel('Email Address')
  const heading = (text: string) => main.getByRole('heading', { name: text })
  const press = (text: string) => main.getByRole('button', { name: text, exact: true }).click()

  await page.goto(`/products/${id}`)
  await expect(heading("Tell me when it's available")).toBeVisible()
  await expect(main.getByRole('button', { name: 'Get Quote' })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Pre-order Now' })).toBeVisible()
  await shot(page, 'stock-alert-form')
  await press('Notify me')
  await expect(main.getByText('Email is required')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('vera@example')
  await press('Notify me')
  await expect(main.getByText('Please enter a valid email address')).toBeVisible()
  await shot(page, 'stock-alert-refused')
  await axe(page)
  await noOverflow(page)
  await field.fill(email)
  const sent = await answer(page, 'StockAlertCreate', Promise.resolve('pass'))
  await main.getByRole('button', { name: 'Notify me' }).dblclick()
  await expect(heading('Check your inbox')).toBeFocused()
  await expect(main.getByText(email)).toBeVisible()
  expect(sent).toHaveLength(1)
  await shot(page, 'stock-alert-asked')
  await axe(page)

  const { links } = await letterTo(server, email, { subject: `Confirm your stock alert for ${name}` })
  const link = links.find((one) => one.includes('/stock-alert')) ?? ''
  await page.goto(link)
  await expect(page).toHaveURL('/stock-alert')
  await shot(page, 'stock-alert-link')
  await axe(page)
  await noOverflow(page)
  await press('Confirm stock alert')
  await expect(heading('Alert confirmed')).toBeFocused()
  await expect(main.getByText(`${email[0]}***@example.com`)).toBeVisible()
  await shot(page, 'stock-alert-confirmed')
  await axe(page)

  // The owner sees who waits.
  const shop = await openAdmin(page, server, `/admin/products?q=${encodeURIComponent(name)}`)
  await shop.main.getByRole('link', { name: `1 waiting for ${name}` }).click()
  const waiting = page.getByRole('dialog', { name: `Waiting for ${name}` })
  await expect(waiting.getByRole('listitem')).toHaveText(new RegExp(`^${email}Confirmed`))
  await shot(page, 'stock-alert-waiting')
  await axe(page)
  const saving = page.waitForEvent('download')
  await waiting.getByRole('button', { name: 'Export CSV' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain(`,${email},${id},${name},`)

  await change({ stock: 4 })
  const told = await letterTo(server, email, { subject: `${name} is back in stock` })
  expect(told.links).toContain(`${server.url}/products/${id}`)

  // It was sent, so its link is worth nothing, and nothing is sent again.
  await page.goto(link)
  await press('Confirm stock alert')
  await expect(heading('This link is not valid')).toBeFocused()
  await axe(page)
  await change({ stock: 0 })
  await change({ stock: 4 })
  // The company's notice is queued after what customers are told.
  await letterTo(server, office, { subject: `Low stock: ${name}` })
  expect(await lettersTo(server, email, `${name} is back in stock`)).toHaveLength(1)
})

test('an alert is cancelled by its link', { tag: '@desktop' }, async ({ page, server, newProduct }) => {
  const name = `Rover ${randomUUID().slice(0, 8)}`
  const { id, change } = await newProduct(name)
  await change({ stock: 0 })
  const { token, email } = await createAccount(server)
  const main = page.getByRole('main')
  await signInAs(page, token)
  await page.goto(`/products/${id}`)
  await expect(main.getByLabel('Email Address')).toHaveValue(email)
  await main.getByRole('button', { name: 'Notify me' }).click()
  await expect(main.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

  const { links } = await letterTo(server, email, { subject: `Confirm your stock alert for ${name}` })
  const link = links.find((one) => one.includes('/stock-alert')) ?? ''
  for (const [button, outcome] of [
    ['Confirm stock alert', 'Alert confirmed'],
    ['Cancel alert', 'Alert cancelled'],
    ['Cancel alert', 'This link is not valid'],
  ] as const) {
    await page.goto(link)
    await main.getByRole('button', { name: button }).click()
    await expect(main.getByRole('heading', { name: outcome })).toBeFocused()
    await axe(page)
    if (outcome === 'Alert cancelled') await shot(page, 'stock-alert-cancelled')
  }
})

test('an alert for what is in stock again says so', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const name = `Rover ${randomUUID().slice(0, 8)}`
  const { id, change } = await newProduct(name)
  await change({ stock: 0 })
  const email = `${randomUUID()}@example.com`
  const main = page.getByRole('main')
  await page.goto(`/products/${id}`)
  await main.getByLabel('Email Address').fill(email)
  await main.getByRole('button', { name: 'Notify me' }).click()
  const { links } = await letterTo(server, email)
  // The page follows: the form gives way to the cart.
  await change({ stock: 4 })
  await expect(main.getByRole('button', { name: 'Get Quote' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Check your inbox' })).toHaveCount(0)
  await page.goto(links.find((one) => one.includes('/stock-alert')) ?? '')
  await main.getByRole('button', { name: 'Confirm stock alert' }).click()
  await expect(main.getByRole('heading', { name: "It's in stock" })).toBeFocused()
  await shot(page, 'stock-alert-in-stock')
  await main.getByRole('link', { name: 'View product' }).click()
  await expect(page).toHaveURL(`/products/${id}`)
})

test('a stock alert that fails keeps the address and the link', { tag: '@desktop' }, async ({
  page,
  newProduct,
  problems,
}) => {
  problems.allow(/StockAlert(Create|Confirm)|Failed to load resource|INTERNET_DISCONNECTED/)
  const { id, change } = await newProduct(`Rover ${randomUUID().slice(0, 8)}`)
  await change({ stock: 0 })
  const main = page.getByRole('main')
  await page.goto(`/products/${id}`)
  await answer(page, 'StockAlertCreate', 'offline')
  await main.getByLabel('Email Address').fill('vera@example.com')
  await main.getByRole('button', { name: 'Notify me' }).click()
  await expect(main.getByRole('alert').first()).toHaveText(
    "Can't reach the shop. Check your connection and try again.",
  )
  await expect(main.getByLabel('Email Address')).toHaveValue('vera@example.com')

  await page.goto(`/stock-alert?token=${'x'.repeat(43)}`)
  await answer(page, 'StockAlertConfirm', 'offline')
  await main.getByRole('button', { name: 'Confirm stock alert' }).click()
  await expect(main.getByRole('alert')).toHaveText(
    "Can't reach the shop. Check your connection and try again.",
  )
  await expect(main.getByRole('button', { name: 'Confirm stock alert' })).toBeEnabled()
})

test('the threshold of low stock is a setting', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, '/admin/settings')
  const field = main.getByLabel('Low stock at')
  await expect(field).toHaveValue('3')
  for (const text of ['many', '-1', '']) {
    await field.fill(text)
    await main.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(main.getByText('Low stock must be between 0 and 1000000')).toBeVisible()
    await expect(field).toHaveValue(text)
  }
  await shot(page, 'admin-settings-stock')
  // Where the form was scrolled to, the bar at the window's edge covers a part of some buttons.
  await main.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await axe(page)
  await noOverflow(page)
  await field.fill('3')
})
