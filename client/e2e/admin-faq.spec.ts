import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer, operationOf, refusal } from './graph'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const unique = (text: string) => `${text} ${randomUUID().slice(0, 8)}?`

/** Writes a question about products behind the screen's back. */
async function create(server: Server, token: string, question: string) {
  const { faqEntryCreate } = await graphql<{ faqEntryCreate: { faqEntry: { id: string } } }>(
    server,
    'mutation ($input: FaqEntryCreateInput!) { faqEntryCreate(input: $input) { faqEntry { id } } }',
    { input: { topic: 'PRODUCTS', question, answer: 'Yes.' } },
    token,
  )
  return faqEntryCreate.faqEntry.id
}

const questionsOf = (page: Page, topic: string) =>
  page.getByRole('main').getByRole('list', { name: topic }).getByRole('listitem')

test('questions are added, edited, moved by keyboard and deleted', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { main } = await openAdmin(page, server, '/admin/faq')
  const contact = questionsOf(page, 'Contact page')
  await expect(contact).toHaveCount(4)
  await shot(page, 'admin-faq')
  await axe(page)
  await noOverflow(page)

  const question = unique('Do you deliver by ship')
  await main.getByRole('button', { name: 'Add question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add question' })
  const add = dialog.getByRole('button', { name: 'Add question' })
  await add.click()
  await expect(dialog.getByText('Question is required')).toBeVisible()
  await expect(dialog.getByText('Answer is required')).toBeVisible()
  await expect(dialog.getByLabel('Question')).toBeFocused()
  await axe(page)
  await noOverflow(page)
  await dialog.getByLabel('Shown on').selectOption('Contact page')
  await dialog.getByLabel('Question').fill(question)
  await dialog.getByLabel('Answer').fill('Yes, within Europe.')
  await shot(page, 'admin-faq-add')
  await add.click()
  await expect(page.getByText('The question was added')).toBeVisible()
  await expect(contact.last()).toContainText(question)

  const up = main.getByRole('button', { name: `Move up: ${question}` })
  await up.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(contact.nth(2)).toContainText(question)
  await expect(up).toBeFocused()
  await expect(main.getByText(`${question} Now 3 of 5.`)).toBeAttached()
  const down = main.getByRole('button', { name: `Move down: ${question}` })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(contact.nth(3)).toContainText(question)
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(down).toHaveAttribute('aria-disabled', 'true')
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  const places = async () =>
    (
      await graphql<{ faqEntries: { question: string }[] }>(
        server,
        '{ faqEntries(topic: CONTACT) { question } }',
        {},
      )
    ).faqEntries.map((entry) => entry.question)
  await expect.poll(async () => (await places()).indexOf(question)).toBe(4)
  await up.press('Enter')
  await expect.poll(async () => (await places()).indexOf(question)).toBe(3)
  const drag = (from: number, to: number) =>
    contact
      .nth(from)
      .getByTitle('Drag to move')
      .dragTo(contact.nth(to), { targetPosition: { x: 200, y: 3 } })
  await drag(3, 0)
  await expect(contact.first()).toContainText(question)
  await expect.poll(async () => (await places()).indexOf(question)).toBe(0)
  await drag(0, 4)
  await expect.poll(async () => (await places()).indexOf(question)).toBe(3)
  await page.reload()
  await expect(contact.nth(3)).toContainText(question)

  await main.getByRole('button', { name: `Edit: ${question}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit question' })
  await expect(edit.getByLabel('Answer')).toHaveValue('Yes, within Europe.')
  await edit.getByLabel('Answer').fill('Yes, to every port.')
  await edit.getByLabel('Shown on').selectOption('Resources page')
  await edit.getByRole('button', { name: 'Save question' }).click()
  await expect(page.getByText('The question was saved')).toBeVisible()
  const resources = questionsOf(page, 'Resources page')
  await expect(resources.last()).toContainText('Yes, to every port.')
  await expect(contact).toHaveCount(4)

  await main.getByRole('button', { name: `Delete: ${question}` }).click()
  const ask = page.getByRole('dialog', { name: 'Delete this question?' })
  await expect(ask).toContainText(question)
  await expect(ask).toContainText("This can't be undone.")
  await axe(page)
  await shot(page, 'admin-faq-delete')
  await ask.getByRole('button', { name: 'Delete question' }).click()
  await expect(page.getByText('The question was deleted')).toBeVisible()
  await expect(main.getByText(question)).toHaveCount(0)
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
})

test('questions say what failed, and take in what others have done', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/AdminFaq:|Faq\w+:|Failed to load resource|INTERNET_DISCONNECTED/)
  let lists: 'offline' | Promise<'pass'> = 'offline'
  await answer(page, 'AdminFaq', () => lists)
  const { main, token } = await openAdmin(page, server, '/admin/faq')
  await expect(main.getByText('Failed to load the questions.')).toBeVisible()
  lists = Promise.resolve('pass')
  await main.getByRole('button', { name: 'Try again' }).click()
  const products = questionsOf(page, 'Products page')
  await expect(products.first()).toBeVisible()
  const before = await products.locator('p:first-child').allTextContents()

  const theirs = unique('Written meanwhile')
  const id = await create(server, token, theirs)
  await products.nth(1).getByRole('button', { name: 'Move up' }).click()
  await expect(
    page.getByText(
      'Failed to save the order. The questions in this topic have changed. Reload and try again.',
    ),
  ).toBeVisible()
  await expect(products.last()).toContainText(theirs)
  await expect(products.first()).toContainText(before[0] as string)
  // A move is shown before it is sent, which it is once the one before has ended.
  const saved = page.waitForResponse(
    (response) => operationOf(response.request()).operationName === 'FaqEntriesReorder',
  )
  await products.last().getByRole('button', { name: 'Move up' }).click()
  await expect(products.nth(before.length - 1)).toContainText(theirs)
  await saved

  await answer(page, 'FaqEntriesReorder', refusal('Not now'))
  await products.nth(1).getByRole('button', { name: 'Move up' }).click()
  await expect(page.getByText('Failed to save the order. Not now')).toBeVisible()
  await expect(products.first()).toContainText(before[0] as string)

  await answer(page, 'FaqEntryCreate', 'offline')
  await main.getByRole('button', { name: 'Add question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add question' })
  await dialog.getByLabel('Question').fill('Kept?')
  await dialog.getByLabel('Answer').fill('x'.repeat(5001))
  await dialog.getByRole('button', { name: 'Add question' }).click()
  await expect(dialog.getByText('Answer must have at most 5000 characters')).toBeVisible()
  await dialog.getByLabel('Answer').fill('Yes.')
  await dialog.getByRole('button', { name: 'Add question' }).click()
  await expect(dialog.getByText('Failed to save the question.')).toBeVisible()
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: 'Add question' }).click()
  await expect(dialog.getByLabel('Question')).toHaveValue('Kept?')
  // Other tests read the seed's questions.
  await graphql(
    server,
    'mutation ($input: FaqEntryDeleteInput!) { faqEntryDelete(input: $input) { deletedId } }',
    { input: { id } },
    token,
  )
})
