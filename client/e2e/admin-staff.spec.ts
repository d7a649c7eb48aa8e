import { randomUUID } from 'node:crypto'
import { createAccount, signInAs, verifyAddress } from './accounts'
import { openAdmin, rowOf, sharedAdmin } from './admin'
import { axe, noOverflow, shot, stretchPause } from './checks'
import { operationsOf } from './graph'
import { letterTo } from './letters'
import { placeOrder } from './orders'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const invited = { subject: "You're invited to the team of Orrery Robotics" }
const unique = (text: string) => `${text} ${randomUUID().slice(0, 8)}`

/** Makes a role and answers its ID. */
async function createRole(server: Server, admin: string, name: string, ...scopes: string[]) {
  const { staffRoleCreate } = await graphql<{ staffRoleCreate: { staffRole: { id: string } } }>(
    server,
    'mutation ($input: StaffRoleCreateInput!) { staffRoleCreate(input: $input) { staffRole { id } } }',
    { input: { name, scopes, needsFactor: false } },
    admin,
  )
  return staffRoleCreate.staffRole.id
}

const assign = (server: Server, admin: string, accountId: string, roleId: string | null) =>
  graphql(
    server,
    'mutation ($input: StaffRoleAssignInput!) { staffRoleAssign(input: $input) { customer { id } } }',
    { input: { accountId, roleId } },
    admin,
  )

test('an owner makes a role and invites somebody, who sees only what it permits', {
  tag: '@desktop',
}, async ({ page, server, browser }) => {
  const role = unique('Warehouse')
  const email = `${randomUUID()}@example.com`
  const { token: buyer } = await createAccount(server)
  await placeOrder(server, buyer)
  const { main } = await openAdmin(page, server, '/admin/staff')
  await main.getByRole('button', { name: 'Add role' }).click()
  const form = page.getByRole('dialog', { name: 'Add role' })
  await form.getByRole('button', { name: 'Add role' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await expect(form.getByText('Choose at least one permission')).toBeVisible()
  await form.getByLabel('Name').fill(role)
  const process = form.getByLabel('Process and cancel orders, write notes')
  await process.check()
  await expect(form.getByLabel('See orders and their customers')).toBeChecked()
  await expect(form.getByText('Choose at least one permission')).toBeHidden()
  await form.getByLabel('Mark orders as paid or refunded').check()
  await process.uncheck()
  await expect(form.getByLabel('Mark orders as paid or refunded')).not.toBeChecked()
  await process.check()
  await form.getByLabel('Require two-step sign-in').uncheck()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-staff-role')
  await form.getByRole('button', { name: 'Add role' }).click()
  await expect(rowOf(page, role)).toContainText('Orders')

  await main.getByRole('button', { name: 'Invite' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite staff' })
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invite.getByText('Choose a role', { exact: true }).last()).toBeVisible()
  await invite.getByLabel('Email').fill(email)
  await invite.getByLabel('Role').selectOption(role)
  await axe(page)
  await noOverflow(page)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(rowOf(page, email)).toContainText('Open')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-staff')
  const first = await letterTo(server, email, invited)
  await main.getByRole('button', { name: `Send again to ${email}` }).click()
  const second = await letterTo(server, email, { ...invited, count: 2 })

  const context = await browser.newContext()
  const person = await context.newPage()
  await stretchPause(person, 2000)
  await person.goto(first.links[0] ?? '')
  await expect(person.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  await person.goto(second.links[0] ?? '')
  await expect(person).toHaveURL(/\/invitation$/)
  await expect(person.getByText(`Role: ${role}, for ${email}.`)).toBeVisible()
  await person.getByLabel('Full Name').fill('Wanda Warehouse')
  await person.getByLabel('Password', { exact: true }).fill('Long-Enough-1!')
  await person.getByLabel('Confirm Password').fill('Long-Enough-1!')
  await axe(person)
  await noOverflow(person)
  await shot(person, 'invitation')
  await person.getByRole('button', { name: 'Create account and accept' }).click()
  await expect(person).toHaveURL('/admin')
  const menu = person.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Orders'])
  await expect(person.getByRole('heading', { name: 'Orders by status' })).toBeVisible()
  await expect(person.getByRole('heading', { name: 'Unanswered messages' })).toHaveCount(0)
  await expect(person.getByRole('list', { name: 'Open tasks' }).getByRole('link')).toHaveCount(1)
  await axe(person)
  await shot(person, 'admin-staff-dashboard')

  // The search finds what the role may see, and asks for nothing else.
  const asked = operationsOf(person)
  await person.keyboard.press('Control+k')
  await person.getByRole('combobox', { name: 'Search' }).fill('or')
  await expect(person.getByRole('option', { name: /^OR-/ }).first()).toBeVisible()
  await expect(person.getByRole('group', { name: 'Customers' })).toHaveCount(0)
  expect(asked.filter((name) => name === 'AdminSearch').length).toBeGreaterThan(0)
  await person.keyboard.press('Escape')

  await menu.getByRole('link', { name: 'Orders' }).click()
  const status = person
    .getByRole('main')
    .getByRole('combobox', { name: /^Status of order/ })
    .first()
  await expect(status.getByRole('option')).toHaveText(['Pending payment', 'Cancelled'])
  for (const path of ['/admin/customers', '/admin/settings', '/admin/staff', '/admin/audit']) {
    await person.goto(path)
    await expect(person.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  }
  await person.goto('/')
  await expect(person.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toBeVisible()

  // What the owner takes away is gone at once.
  await page.reload()
  const staffRole = rowOf(page, email).getByLabel('Staff role of Wanda Warehouse')
  await expect(staffRole).toHaveValue(/.+/)
  await staffRole.selectOption('No staff role')
  await expect(page.getByText('Wanda Warehouse has no staff role any more')).toBeVisible()
  await expect(rowOf(page, email)).toHaveCount(0)
  await person.goto('/admin/orders')
  await expect(person.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await context.close()

  await main.getByRole('button', { name: `Remove ${role}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click()
  await expect(page.getByText(`${role} was deleted`)).toBeVisible()
  await expect(rowOf(page, role)).toHaveCount(0)
})

test('an account that exists signs in to accept, and another one is told', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const admin = await sharedAdmin(server)
  const role = unique('Sales')
  const roleId = await createRole(server, admin, role, 'READ_QUOTES')
  const ada = await createAccount(server, 'Ada')
  const other = await createAccount(server, 'Other')
  await graphql(
    server,
    'mutation ($input: StaffInviteInput!) { staffInvite(input: $input) { userErrors { message } } }',
    { input: { email: ada.email, roleId } },
    admin,
  )
  const { links } = await letterTo(server, ada.email, invited)
  const link = links[0] ?? ''
  await signInAs(page, other.token)
  await page.goto(link)
  await expect(page.getByText(`You're signed in as ${other.email}.`)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').first().fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page).toHaveURL('/admin')
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Quotes'])
  await expect(page.getByRole('heading', { name: 'No figures for your role' })).toBeVisible()
  await axe(page)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
})

test('staff sees no buttons for what it may only read, and changes no staff', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const admin = await sharedAdmin(server)
  const ada = await createAccount(server, unique('Ada'))
  const bob = await createAccount(server, unique('Bob'))
  for (const account of [ada, bob]) await verifyAddress(server, account)
  const customer = await createAccount(server, unique('Eve'))
  const reader = await createRole(
    server,
    admin,
    unique('Reader'),
    'READ_ORDERS',
    'READ_CONTACTS',
    'READ_PREORDERS',
  )
  const support = await createRole(server, admin, unique('Support'), 'WRITE_CUSTOMERS')
  await placeOrder(server, customer.token)
  await assign(server, admin, ada.id, reader)
  await assign(server, admin, bob.id, support)
  await signInAs(page, ada.token)
  await page.goto('/admin/orders')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /^Details of order/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('combobox', { name: /^Status of order/ })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('row').getByRole('checkbox')).toHaveCount(0)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Details of order/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('No notes yet.')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('New note')).toHaveCount(0)
  await page.goto('/admin/preorders')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Move delivery' })).toHaveCount(0)

  await signInAs(page, bob.token)
  await page.goto(`/admin/customers?q=${encodeURIComponent(ada.name)}`)
  await page.getByRole('link', { name: `Details of ${ada.name}` }).click()
  const drawer = page.getByRole('dialog', { name: ada.name })
  await expect(drawer.getByText('Only an administrator can change this account.')).toBeVisible()
  await page.goto(`/admin/customers?q=${encodeURIComponent(customer.name)}`)
  await page.getByRole('link', { name: `Details of ${customer.name}` }).click()
  const eve = page.getByRole('dialog', { name: customer.name })
  await expect(eve.getByRole('button', { name: 'Block' })).toBeVisible()
  await expect(eve.getByRole('button', { name: 'Make administrator' })).toHaveCount(0)
})
