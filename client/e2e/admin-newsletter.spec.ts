import { randomUUID } from 'node:crypto'
import { openAdmin, rowOf } from './admin'
import { axe, noOverflow, shot } from './checks'
import { letterTo } from './letters'
import { graphql, type Server } from './server'
import { expect, test } from './test'

async function subscribe(server: Server) {
  const email = `${randomUUID()}@example.com`
  await graphql(
    server,
    'mutation ($input: NewsletterSubscribeInput!) { newsletterSubscribe(input: $input) { received } }',
    { input: { email } },
  )
  return email
}

async function confirm(server: Server, email: string) {
  const { links } = await letterTo(server, email)
  const link = new URL(links.find((one) => one.includes('/newsletter/confirm')) ?? '')
  await graphql(
    server,
    'mutation ($input: NewsletterTokenInput!) { newsletterConfirm(input: $input) { email } }',
    { input: { token: link.searchParams.get('token') } },
  )
}

test('addresses of the newsletter are found and deleted', { tag: '@desktop' }, async ({ page, server }) => {
  const email = await subscribe(server)
  await confirm(server, email)
  const other = await subscribe(server)
  const { main } = await openAdmin(page, server, '/admin/newsletter')
  await expect(rowOf(page, email)).toContainText(/Confirmedsince \w+ \d+/)
  await expect(rowOf(page, other)).toContainText(/Not confirmeddeleted on \w+ \d+/)
  await shot(page, 'admin-newsletter')
  await axe(page)
  await noOverflow(page)

  await main.getByLabel('Status').selectOption('Confirmed')
  await main.getByLabel('Sort by').selectOption('Oldest')
  await main.getByLabel('Email').fill(email.slice(0, 20).toUpperCase())
  await expect(page).toHaveURL(/\?q=[-0-9A-F]{20}&status=CONFIRMED&sort=oldest$/)
  await expect(main.getByRole('status').filter({ hasText: '1 address' })).toBeVisible()
  const remove = rowOf(page, email).getByRole('button', { name: `Delete ${email}` })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: `Delete ${email}?` })
  await expect(dialog).toContainText(`${email} will no longer get the newsletter.`)
  await expect(dialog).toContainText("This can't be undone.")
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-newsletter-delete')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete address' }).click()
  await expect(page.getByText(`${email} was deleted`)).toBeVisible()
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
  await main.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowOf(page, other)).toBeVisible()
  await expect(rowOf(page, email)).toHaveCount(0)
})
