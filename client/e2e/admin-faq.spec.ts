import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openAdmin, sharedAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer, refusal } from './graph'
import { filledDataDir, graphql, removeDataDir, type Server, startServer } from './server'
import { test as base, expect, rendered } from './test'

// They change what the pages say, in a shop of their own.
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

const unique = (text: string) => `${text} ${randomUUID().slice(0, 8)}?`

type Entry = { id?: string; topic: string; question: string; answer: string }

/** Saves another draft behind the screen's back. */
async function change(server: Server, edit: (entries: Entry[]) => Entry[]) {
  const token = await sharedAdmin(server)
  const { faqDraft } = await graphql<{ faqDraft: { revision: number; entries: Entry[] } }>(
    server,
    '{ faqDraft { revision entries { id topic question answer } } }',
    {},
    token,
  )
  await graphql(
    server,
    'mutation ($input: FaqDraftSaveInput!) { faqDraftSave(input: $input) { userErrors { message } } }',
    { input: { revision: faqDraft.revision, entries: edit(faqDraft.entries) } },
    token,
  )
}

const questionsOf = (page: Page, topic: string) =>
  page.getByRole('main').getByRole('list', { name: topic }).getByRole('listitem')

const draftBar = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Draft' })

/** Publishes the draft, from a day on or at once. */
async function publish(page: Page, day = '') {
  await draftBar(page).getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish FAQ?' })
  await dialog.getByLabel('Valid from').fill(day)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toBeHidden()
}

test('questions are drafted, moved by keyboard and mouse, published and restored', {
  tag: '@desktop',
}, async ({ page, server, request }) => {
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
  await expect(contact.last()).toContainText(`${question} New`)
  await expect(draftBar(page)).toContainText('1 unpublished change')

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
  await page.keyboard.press('Enter')
  await expect(down).toHaveAttribute('aria-disabled', 'true')
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(contact.nth(4)).toContainText(question)
  // A scroll between press and move would end the drag.
  await contact.nth(2).evaluate((row) => row.scrollIntoView({ block: 'center' }))
  await contact
    .nth(4)
    .getByTitle('Drag to move')
    .dragTo(contact.nth(0), { targetPosition: { x: 200, y: 3 } })
  await expect(main.getByText(`${question} Now 1 of 5.`)).toBeAttached()
  await expect(contact.first()).toContainText(question)
  await expect(draftBar(page).getByText('Saved', { exact: true })).toBeVisible()
  // The draft survives, and visitors don't see it.
  await page.reload()
  await expect(contact.first()).toContainText(question)
  await shot(page, 'admin-faq-draft')
  await axe(page)
  await noOverflow(page)
  expect(await rendered(request, '/faq')).not.toContain(question)

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
  await main
    .getByRole('button', { name: /^Edit:/ })
    .first()
    .click()
  await edit.getByLabel('Answer').fill('With the button.')
  await edit.getByRole('button', { name: 'Save question' }).click()
  await expect(questionsOf(page, 'Products page').first()).toContainText('Changed')

  const bar = draftBar(page)
  await bar.getByRole('button', { name: 'Publish' }).click()
  const ask = page.getByRole('dialog', { name: 'Publish FAQ?' })
  await expect(ask).toContainText('Yes, to every port.')
  await expect(ask).toContainText('With the button.')
  await ask.getByLabel('Valid from').fill('2020-01-01')
  await ask.getByRole('button', { name: 'Publish' }).click()
  await expect(ask.getByText('The date must be in the next five years.')).toBeVisible()
  await shot(page, 'admin-faq-publish')
  await axe(page)
  await noOverflow(page)
  await ask.getByLabel('Valid from').fill('')
  await ask.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await expect(bar).toBeHidden()
  expect(await rendered(request, '/faq')).toContain(question)
  await main.getByRole('link', { name: 'View page' }).click()
  await expect(page).toHaveURL('/faq')
  await expect(page.getByRole('button', { name: question, exact: true })).toBeVisible()

  await page.goto('/admin/faq')
  await main.getByRole('button', { name: `Delete: ${question}` }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete this question?' })
  await expect(confirm).toContainText(question)
  await expect(confirm).toContainText('Visitors see it until you publish.')
  await axe(page)
  await shot(page, 'admin-faq-delete')
  await confirm.getByRole('button', { name: 'Delete question' }).click()
  await expect(page.getByText('The question was deleted')).toBeVisible()
  await expect(main.getByText(question)).toHaveCount(0)
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  const soon = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10)
  await publish(page, soon)
  await expect(main.getByText('Visitors see version 3 from')).toBeVisible()
  expect(await rendered(request, '/faq')).toContain(question)

  await main.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await expect(history.getByText('Version 2 (current)')).toBeVisible()
  await expect(history.getByText('Planned, valid from')).toBeVisible()
  await shot(page, 'admin-faq-history')
  await axe(page)
  await noOverflow(page)
  await history.getByRole('button', { name: 'Restore version 1' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore version 1?' })
  await expect(restore).toContainText('Visitors see them once you publish it.')
  await restore.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Version 1 was restored')).toBeVisible()
  await expect(questionsOf(page, 'Products page').first()).toContainText('Changed')
  expect(await rendered(request, '/faq')).toContain(question)
  await publish(page)
  await expect.poll(() => rendered(request, '/faq')).not.toContain(question)
  await expect(main.getByText('Visitors see version')).toHaveCount(0)
})

test('two editors of the FAQ lose nothing, and failures are told', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/FaqDraft:|Faq\w+:|Failed to load resource|INTERNET_DISCONNECTED/)
  let drafts: 'offline' | Promise<'pass'> = 'offline'
  await answer(page, 'FaqDraft', () => drafts)
  const { main } = await openAdmin(page, server, '/admin/faq')
  await expect(main.getByText('Failed to load the questions.')).toBeVisible()
  drafts = Promise.resolve('pass')
  await main.getByRole('button', { name: 'Try again' }).click()
  const products = questionsOf(page, 'Products page')
  await expect(products.first()).toBeVisible()
  const first = (await products.first().locator('p').first().textContent())?.trim() as string

  // A move on an older draft is refused, and what the other editor has saved appears.
  const theirs = unique('Written meanwhile')
  await change(server, (entries) => [...entries, { topic: 'PRODUCTS', question: theirs, answer: 'Yes.' }])
  await products.nth(1).getByRole('button', { name: 'Move up' }).click()
  await expect(
    page.getByText(
      'Failed to save the order. Someone else changed the draft. Review their changes and try again.',
    ),
  ).toBeVisible()
  await expect(products.last()).toContainText(theirs)
  await expect(products.first()).toContainText(first)

  // What was typed stays, and is saved on top of what the other editor has changed of the same question.
  await products
    .last()
    .getByRole('button', { name: /^Edit:/ })
    .click()
  const edit = page.getByRole('dialog', { name: 'Edit question' })
  const renamed = unique('Renamed meanwhile')
  await change(server, (entries) =>
    entries.map((entry) => (entry.question === theirs ? { ...entry, question: renamed } : entry)),
  )
  await edit.getByLabel('Answer').fill('My answer.')
  await edit.getByRole('button', { name: 'Save question' }).click()
  await expect(edit.getByText('Someone else changed the draft.')).toBeVisible()
  await shot(page, 'admin-faq-conflict')
  await axe(page)
  await expect(edit.getByLabel('Answer')).toHaveValue('My answer.')
  await edit.getByRole('button', { name: 'Save question' }).click()
  await expect(page.getByText('The question was saved')).toBeVisible()
  await expect(products.last()).toContainText(renamed)
  await expect(products.last()).toContainText('My answer.')

  // What breaks a rule can't be published: it is opened.
  await change(server, (entries) =>
    entries.map((entry) => (entry.question === renamed ? { ...entry, answer: '' } : entry)),
  )
  await page.reload()
  await expect(products.last()).toContainText('Answer is required')
  await draftBar(page).getByRole('button', { name: 'Publish' }).click()
  await expect(edit.getByLabel('Question')).toHaveValue(renamed)
  await page.keyboard.press('Escape')

  await answer(page, 'FaqDraftSave', refusal('Not now'))
  await products.nth(1).getByRole('button', { name: 'Move up' }).click()
  await expect(page.getByText('Failed to save the order. Not now')).toBeVisible()
  await expect(products.first()).toContainText(first)
  await answer(page, 'FaqDraftSave', 'offline')
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
  await page.keyboard.press('Escape')

  await draftBar(page).getByRole('button', { name: 'Discard' }).click()
  await page
    .getByRole('dialog', { name: 'Discard the draft?' })
    .getByRole('button', { name: 'Discard changes' })
    .click()
  await expect(products.getByText(renamed)).toHaveCount(0)
  await expect(draftBar(page)).toBeHidden()
})
