import { createAccount, signInAs } from './accounts'
import { startAgent } from './agents'
import { axe, noOverflow, shot } from './checks'
import { damrak } from './orders'
import { expect, test } from './test'

const lines = (...ids: string[]) => ({ line_items: ids.map((id) => ({ item: { id }, quantity: 1 })) })

test('a person takes over what an assistant has prepared, changes it and orders', async ({
  page,
  server,
}) => {
  const agent = await startAgent(server)
  const checkout = await agent.call('POST', '/checkout-sessions', lines('2', '4'))
  expect(checkout.status).toBe('incomplete')
  expect((await agent.call('PUT', `/checkout-sessions/${checkout.id}`, lines('2'))).status).toBe(
    'requires_escalation',
  )
  const account = await createAccount(server, 'Ada Buyer')

  // A visitor has to sign in first, and comes back to the same address.
  await page.goto(checkout.continue_url)
  const main = page.getByRole('main')
  await expect(page).toHaveURL('/login')
  await expect(main).not.toContainText('Mobile Assistant')
  await main.getByLabel('Email Address').fill(account.email)
  await main.getByLabel('Password', { exact: true }).fill(account.password)
  await main.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/checkout?from=${checkout.id}`)

  await expect(main).toContainText(`Prepared by ${agent.host}`)
  await expect(main.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(1)
  await expect(main.getByRole('list', { name: 'Items' })).toContainText('Mobile Assistant')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'checkout-prepared')

  await main.getByRole('button', { name: 'Put in cart and continue' }).click()
  await expect(page).toHaveURL('/checkout')
  await main.getByLabel('Address').fill(damrak.address)
  await main.getByLabel('City').fill(damrak.city)
  await main.getByLabel('Postal code').fill(damrak.postalCode)
  await main.getByLabel('Country').selectOption(damrak.country)
  await main.getByRole('button', { name: /^Place order/ }).click()
  await expect(page).toHaveURL(/\/orders\//)
  const prepared = main.getByRole('list', { name: 'Progress' }).getByRole('listitem').first()
  await expect(prepared).toContainText('Prepared')
  await expect(prepared).toContainText(`by ${agent.host}`)
  await expect(prepared.getByRole('time')).toContainText(/\w+ \d+, 20\d\d, \d\d:\d\d/)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'order-prepared')

  const done = await agent.call('GET', `/checkout-sessions/${checkout.id}`)
  expect(done.status).toBe('completed')
  const order = await agent.call('GET', `/orders/${done.order.id}`)
  expect(order.checkout_id).toBe(checkout.id)
  agent.stop()
})

test('a link that no longer works says so', { tag: '@desktop' }, async ({ page, server }) => {
  const { token } = await createAccount(server)
  await signInAs(page, token)
  await page.goto('/checkout?from=chk_unknown')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await axe(page)
  await shot(page, 'checkout-prepared-gone')
})
