import { randomUUID } from 'node:crypto'
import { createAccount } from './accounts'
import { openAdmin, rowOf } from './admin'
import { axe, noOverflow, shot } from './checks'
import { graphql } from './server'
import { expect, test } from './test'

const newName = () => `Ada ${randomUUID().slice(0, 8)}`

test('an account is found, blocked, let in again and signed out everywhere', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { name, email, password, token } = await createAccount(server, newName())
  const { main } = await openAdmin(page, server, '/admin/customers')
  await main.getByLabel('Name or email').fill(email.slice(0, 20).toUpperCase())
  await expect(page).toHaveURL(/\?q=/)
  const row = rowOf(page, name)
  await expect(main.getByRole('row').filter({ hasText: '@' })).toHaveCount(1)
  await expect(row).toContainText(`${email}, not verified`)
  await expect(row).toContainText('User')
  await expect(row).toContainText('Active')
  await main.getByLabel('Sort by').selectOption('Name')
  await expect(page).toHaveURL(/&sort=name$/)
  await expect(row).toBeVisible()
  await main.getByLabel('Sort by').selectOption('Newest')
  await expect(page).not.toHaveURL(/sort=/)
  await shot(page, 'admin-customers')
  await axe(page)
  await noOverflow(page)

  await row.getByRole('link', { name: `Details of ${name}` }).click()
  const drawer = page.getByRole('dialog', { name, exact: true })
  await expect(drawer.getByText('Signed in once')).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-customer')

  await expect(
    drawer.getByRole('link', { name: /^(Orders|Pre-orders|Quotes|Contacts|Messages)/ }),
  ).toHaveCount(4)
  await drawer.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(page.getByLabel('Number, buyer or city')).toHaveValue(email)
  await page.goBack()

  await drawer.getByRole('button', { name: 'Block' }).click()
  const ask = page.getByRole('dialog', { name: `Block ${name}?` })
  await expect(ask).toContainText("is signed out everywhere and can't sign in until unblocked")
  await axe(page)
  await ask.getByRole('button', { name: 'Keep as is' }).click()
  await expect(drawer.getByText('Active', { exact: true })).toBeVisible()
  await drawer.getByRole('button', { name: 'Block' }).click()
  await ask.getByRole('button', { name: 'Block account' }).click()
  await expect(drawer.getByText(`${name} is blocked`)).toBeVisible()
  await expect(drawer.getByText('Not signed in anywhere')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Unblock' })).toBeFocused()
  await shot(page, 'admin-customer-blocked')
  expect((await graphql<{ me: unknown }>(server, '{ me { id } }', {}, token)).me).toBeNull()
  const signIn = () =>
    graphql<{ userLogin: { token: string | null } }>(
      server,
      'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token } }',
      { input: { email, password } },
    )
  expect((await signIn()).userLogin.token).toBeNull()

  await drawer.getByRole('button', { name: 'Unblock' }).click()
  await expect(drawer.getByText(`${name} can sign in again`)).toBeVisible()
  expect((await signIn()).userLogin.token).not.toBeNull()
  await page.reload()
  await drawer.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page
    .getByRole('dialog', { name: `Sign ${name} out everywhere?` })
    .getByRole('button', { name: 'Sign out everywhere' })
    .click()
  await expect(drawer.getByText(`${name} is signed out everywhere`)).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/admin\/customers\?q=[^&]+$/)
  await expect(row).toContainText('Active')
})

test('roles are given and taken, but not by oneself', { tag: '@desktop' }, async ({ page, server }) => {
  const { name } = await createAccount(server, newName())
  const { main } = await openAdmin(page, server, `/admin/customers?role=USER&q=${encodeURIComponent(name)}`)
  await rowOf(page, name)
    .getByRole('link', { name: `Details of ${name}` })
    .click()
  const drawer = page.getByRole('dialog', { name, exact: true })
  await drawer.getByRole('button', { name: 'Make administrator' }).click()
  const ask = page.getByRole('dialog', { name: `Make ${name} an administrator?` })
  await expect(ask).toContainText('will see all orders, addresses and messages')
  await ask.getByRole('button', { name: 'Make administrator' }).click()
  await expect(drawer.getByText(`${name} is now an administrator`)).toBeVisible()
  await expect(drawer.getByText('Admin', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/customer=/)
  await main.getByLabel('Role').selectOption('Admin')
  await expect(page).toHaveURL(/role=ADMIN/)
  await rowOf(page, name)
    .getByRole('link', { name: `Details of ${name}` })
    .click()
  await drawer.getByRole('button', { name: 'Remove administrator role' }).click()
  await page.getByRole('button', { name: 'Remove role' }).click()
  await expect(drawer.getByText(`${name} is now a user`)).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/customer=/)

  await main.getByLabel('Name or email').fill('admin@orrery.example')
  await main.getByRole('link', { name: 'Details of Orrery Admin' }).click()
  const own = page.getByRole('dialog', { name: 'Orrery Admin' })
  await expect(own).toContainText('This is your account. Only another administrator can change its role')
  await expect(own.getByRole('button')).toHaveCount(1)
})

test('a customer who is gone is told from a list without a match', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { main } = await openAdmin(page, server, '/admin/customers?q=nobody-at-all&customer=nonsense')
  await expect(main.getByRole('heading', { name: 'No match' })).toHaveCount(1)
  await expect(page.getByRole('dialog', { name: 'Customer' })).toContainText('It may have been deleted.')
})
