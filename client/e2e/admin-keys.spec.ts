import { randomUUID } from 'node:crypto'
import { openAdmin, rowOf } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer } from './graph'
import { graphql } from './server'
import { expect, test } from './test'

test('a key is made, shown once, used and revoked', { tag: '@desktop' }, async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = `Warehouse ${randomUUID().slice(0, 8)}`
  const { main } = await openAdmin(page, server, '/admin/keys')
  await main.getByRole('button', { name: 'Create API key' }).first().click()
  const dialog = page.getByRole('dialog')
  const make = dialog.getByRole('button', { name: 'Create API key' })
  await dialog.getByLabel('Requests a minute').fill('7000')
  await dialog.getByLabel('Expires on').fill('2020-01-01')
  await make.click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Requests a minute must be a whole number between 1 and 6000')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Requests a minute').fill('60')
  await make.click()
  await expect(dialog.getByText('The expiry date must be in the future')).toBeVisible()
  await dialog.getByLabel('Expires on').fill('')
  await dialog.getByLabel('Read orders').check()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-keys-make')
  await make.click()
  const told = page.getByRole('dialog', { name: `Secret of ${name}` })
  await expect(told.getByRole('alert')).toContainText("It won't be shown again.")
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-keys-secret')
  // Nobody closes it by accident before it was copied.
  await expect(told.getByRole('button', { name: 'Done' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(told.getByRole('alert')).toContainText("You haven't copied the secret.")
  await expect(told.getByRole('button', { name: 'Close without copying' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(20, 300)
  await told.getByRole('button', { name: 'Close', exact: true }).click()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-keys-secret-asked')
  await told.getByRole('button', { name: 'Copy secret' }).click()
  await expect(told.getByRole('button', { name: 'Close without copying' })).toHaveCount(0)
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^orrery_/)
  await told.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  const row = rowOf(page, name)
  await expect(row).toContainText('Read orders')
  await expect(row).toContainText('60 requests')
  await expect(row).toContainText('Active')
  await graphql(server, '{ orders { totalCount } }', {}, secret)
  await shot(page, 'admin-keys')

  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  const ask = page.getByRole('dialog', { name: `Revoke ${name}?` })
  await expect(ask).toContainText('Requests that use this key will be rejected.')
  await ask.getByRole('button', { name: 'Revoke key' }).click()
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(graphql(server, '{ orders { totalCount } }', {}, secret)).rejects.toThrow()
})

test('the audit log says who changed what, and is narrowed down', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const title = `2027 Q1: ${randomUUID().slice(0, 8)}`
  const { main, token } = await openAdmin(page, server, '/admin/audit')
  const { milestoneCreate } = await graphql<{ milestoneCreate: { milestone: { id: string } } }>(
    server,
    'mutation ($input: MilestoneCreateInput!) { milestoneCreate(input: $input) { milestone { id } } }',
    { input: { title, description: 'Soon.' } },
    token,
  )
  // Objects are named, and lead to where they are edited; what is gone leads nowhere.
  await page.reload()
  const rows = rowOf(page, title)
  await expect(rows.getByRole('link', { name: title })).toHaveAttribute('href', '/admin/milestones')
  await graphql(
    server,
    'mutation ($input: MilestoneDeleteInput!) { milestoneDelete(input: $input) { deletedId } }',
    { input: { id: milestoneCreate.milestone.id } },
    token,
  )
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(rows.getByRole('link', { name: title })).toHaveCount(0)
  await expect(rows.first()).toContainText('Deleted milestone')
  await expect(rows.last()).toContainText('Created milestone')
  await expect(rows.last()).toContainText('Orrery Admin')
  await shot(page, 'admin-audit')
  await axe(page)
  await noOverflow(page)

  const search = main.getByLabel('Person, change or ID')
  await search.fill('deleted milestone')
  await expect(page).toHaveURL('/admin/audit?q=deleted+milestone')
  await expect(rows).toHaveCount(1)
  await search.fill('ADMIN@orrery')
  await expect(rows).toHaveCount(2)
  await search.fill(milestoneCreate.milestone.id.slice(-8))
  await expect(rows).toHaveCount(2)
  await search.fill('')
  await expect(page).toHaveURL('/admin/audit')

  await main.getByLabel('Object').selectOption('Milestone')
  await expect(page).toHaveURL('/admin/audit?object=MILESTONE')
  await main.getByLabel('Who').selectOption({ index: 1 })
  await expect(page).toHaveURL(/who=/)
  await expect(rows).toHaveCount(2)
  await main.getByLabel('Until').fill('2020-01-01')
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
  await main.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await page.goBack()
  await expect(main.getByLabel('Until')).toHaveValue('2020-01-01')
})

test('the audit log shows values as their screens do', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const name = `Audited ${randomUUID().slice(0, 8)}`
  const { change } = await newProduct(name)
  await change({ price: '12345.50', listed: false })
  await openAdmin(page, server, '/admin/audit?object=PRODUCT')
  const row = rowOf(page, 'In the catalogue').filter({ hasText: name }).filter({ hasText: 'Changed' })
  await expect(row).toContainText('In the catalogue before: Yes → after: No')
  await expect(row).toContainText('Price before: $10.00 → after: $12,345.50')
  await expect(row).not.toContainText('updated')
  await noOverflow(page)
  await shot(page, 'admin-audit-values')
})

test('the audit log says when it can not be read', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/AdminAudit:|Failed to load resource|INTERNET_DISCONNECTED/)
  await answer(page, 'AdminAudit', 'offline')
  const { main } = await openAdmin(page, server, '/admin/audit')
  await expect(main.getByText('Failed to load the audit log.')).toBeVisible()
  await page.unrouteAll()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText('Failed to load the audit log.')).toBeHidden()
})
