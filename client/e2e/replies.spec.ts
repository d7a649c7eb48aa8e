import { randomUUID } from 'node:crypto'
import { nothing, openAdmin, rowOf } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer } from './graph'
import { graphql } from './server'
import { expect, test } from './test'

/** A due time as letters and pages write it. */
const dueText = /\w{3} \d{1,2} \w{3}, \d\d:\d\d \(CES?T\)/

test('the sender is told when there is a reply, and administrators find the same time', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const subject = `Flange ${randomUUID().slice(0, 8)}`
  await page.goto('/contact')
  const main = page.getByRole('main')
  await main.getByLabel('Name').fill('Vera Visitor')
  await main.getByLabel('Email').fill('vera@example.com')
  await main.getByLabel('Subject').fill(subject)
  await main.getByLabel('Message', { exact: true }).fill('Which flange has the gripper?')
  await main.getByRole('button', { name: 'Send message' }).click()
  const said = main.getByRole('status').filter({ hasText: "We've received your message. We'll reply by" })
  await expect(said).toHaveText(dueText)
  const [due = ''] = dueText.exec((await said.textContent()) ?? '') ?? []
  await shot(page, 'contact-due')
  await axe(page)

  await openAdmin(page, server, '/admin/contacts?sort=due')
  await expect(main.getByLabel('Sort by')).toHaveValue('due')
  const row = rowOf(page, subject)
  await row.getByRole('link', { name: /^Details/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Message' })
  await expect(drawer.getByTitle(`Promised: ${due}`)).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    `mailto:vera%40example.com?subject=${encodeURIComponent(`Re: ${subject}`)}&body=Hello%20Vera%20Visitor%2C%0D%0A%0D%0A%0D%0A%0D%0A%3E%20Which%20flange%20has%20the%20gripper%3F`,
  )
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(row).toContainText(/Due in \d+ (hour|day)s?/)
  await row.getByRole('button', { name: 'Mark Resolved' }).click()
  await expect(row).toContainText('Replied')
})

test('what is overdue says so in words', { tag: '@desktop' }, async ({ page, server }) => {
  const late = {
    __typename: 'ContactMessage',
    id: '019a0000-0000-7000-8000-000000000001',
    name: 'Ada King',
    email: 'ada@example.com',
    subject: 'Payload',
    message: 'How much can the arm lift?',
    status: 'PENDING',
    createdAt: '2026-01-05T10:00:00Z',
    replyBy: '2026-01-06T10:00:00Z',
    repliedAt: null,
  }
  const found = nothing('contactMessages')
  Object.assign(found.data.contactMessages as object, { nodes: [late], totalCount: 1 })
  await answer(page, 'AdminContacts', found)
  await openAdmin(page, server, '/admin/contacts')
  await expect(rowOf(page, 'Payload')).toContainText(/\d+ days overdue/)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-contacts-overdue')
  await page.getByRole('link', { name: 'Details of the message from Ada King' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Message' }).getByTitle('Promised: Tue 6 Jan, 11:00 (CET)'),
  ).toBeVisible()
})

test('quotes are listed by due time and marked as answered', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/AdminQuotes:|QuoteAnswer:|Failed to load resource|INTERNET_DISCONNECTED/)
  const name = `Ada ${randomUUID().slice(0, 8)}`
  const { quoteCreate } = await graphql<{ quoteCreate: { quote: { number: string } } }>(
    server,
    'mutation ($input: QuoteCreateInput!) { quoteCreate(input: $input) { quote { number } } }',
    {
      input: {
        name,
        company: 'Analytical Engines',
        email: 'ada@example.com',
        lines: [{ productId: '1', quantity: 2 }, { productId: '3' }],
        idempotencyKey: randomUUID(),
      },
    },
  )
  const { number } = quoteCreate.quote
  let lists: 'offline' | ReturnType<typeof nothing> | Promise<'pass'> = 'offline'
  let answers: 'offline' | Promise<'pass'> = 'offline'
  await answer(page, 'AdminQuotes', () => lists)
  await answer(page, 'QuoteAnswer', () => answers)
  const { main } = await openAdmin(page, server, '/admin/quotes')
  await expect(main.getByText('Failed to load the quotes.')).toBeVisible()
  lists = nothing('quotes')
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('heading', { name: 'No quotes yet' })).toBeVisible()

  lists = Promise.resolve('pass')
  await page.goto('/admin/quotes?sort=due')
  const row = rowOf(page, name)
  for (const text of [number, 'Analytical Engines', '$82,496.70', 'x 2', 'Due in'])
    await expect(row).toContainText(text)
  await row.getByRole('link', { name: `Details of ${number}` }).click()
  const drawer = page.getByRole('dialog', { name: 'Quote' })
  await expect(drawer.getByRole('link', { name: 'ada@example.com' })).toBeVisible()
  await expect(drawer.getByRole('listitem')).toHaveText([
    'Robotic Arm with Linear Rail x 2$51,998.00',
    /x 1\$/,
  ])
  await expect(drawer).toContainText('Tax (10%)$7,499.70')
  await shot(page, 'admin-quote')
  await axe(page)
  await noOverflow(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await shot(page, 'admin-quotes')
  await axe(page)
  await noOverflow(page)

  const answered = row.getByRole('button', { name: `Mark Answered: ${number}` })
  await answered.click()
  await expect(page.getByText('Failed to update the quote.')).toBeVisible()
  answers = Promise.resolve('pass')
  await answered.click()
  await expect(page.getByText(`${number} is answered`)).toBeVisible()
  await expect(row).toContainText('Replied')
  await expect(answered).toBeHidden()
  await main.getByLabel('Status').selectOption('Waiting')
  await main.getByLabel('Number, name or email').fill(number.toLowerCase())
  await expect(page).toHaveURL(`/admin/quotes?q=${number.toLowerCase()}&answered=no&sort=due`)
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
  await main.getByLabel('Status').selectOption('Answered')
  await expect(row).toBeVisible()
})
