import { readFile } from 'node:fs/promises'
import { createAccount, signInAs, storedToken } from './accounts'
import { openAdmin, rowOf } from './admin'
import { axe, noOverflow, shot } from './checks'
import { placeOrder } from './orders'
import { graphql } from './server'
import { expect, test } from './test'

test('somebody takes their data along and deletes the account; the books keep the order', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const account = await createAccount(server, 'Vera Leaver')
  const order = await placeOrder(server, account.token)
  await signInAs(page, account.token)
  await page.goto('/profile')
  const section = page.getByRole('region', { name: 'Your data', exact: true })

  const downloading = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Download your data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^account-data-20\d\d-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data.account).toMatchObject({ name: account.name, email: account.email })
  expect(data.orders).toMatchObject([{ number: order.number, shippingInfo: { address: 'Damrak 1' } }])
  await axe(page)
  await noOverflow(page)
  await shot(page, 'profile-data')

  await section.getByRole('button', { name: 'Delete your account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const remove = dialog.getByRole('button', { name: 'Delete my account' })
  await remove.click()
  await expect(dialog.getByText('Your password is required')).toBeVisible()
  await dialog.getByLabel('Your password').fill('not this one')
  await remove.click()
  await expect(dialog.getByText('Incorrect password')).toBeVisible()
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await dialog.getByLabel('Your password').fill(account.password)
  await remove.click()
  await expect(dialog.getByRole('alert')).toContainText(
    `You have open orders: ${order.number} (waiting for payment)`,
  )
  await axe(page)
  await noOverflow(page)
  await shot(page, 'profile-delete')

  await graphql(
    server,
    'mutation ($input: OrderCancelInput!) { orderCancel(input: $input) { order { id } } }',
    { input: { id: order.id } },
    account.token,
  )
  await remove.click()
  await expect(page.getByText('Your account was deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await storedToken(page)).toBeNull()
  const { userLogin } = await graphql<{ userLogin: { token: string | null } }>(
    server,
    'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token } }',
    { input: { email: account.email, password: account.password } },
  )
  expect(userLogin.token).toBeNull()

  await openAdmin(page, server, `/admin/orders?q=${order.number}`)
  const row = rowOf(page, order.number)
  await expect(row).toContainText('Vera Leaver')
  await expect(row).toContainText('Account deleted')
  await expect(row).not.toContainText('@')
  await shot(page, 'admin-order-former')
})
