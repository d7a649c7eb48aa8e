import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openAdmin, rowOf } from './admin'
import { axe, holdToasts, noOverflow, releaseToasts, shot } from './checks'
import { answer, refusal } from './graph'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const unique = (text: string) => `${text} ${randomUUID().slice(0, 8)}`

async function write(server: Server, subject = 'Trays') {
  const name = unique('Grace')
  const input = {
    name,
    email: 'grace@example.com',
    subject,
    message: 'Can it carry trays? '.repeat(12).trim(),
  }
  await graphql(
    server,
    'mutation ($input: ContactMessageCreateInput!) { contactMessageCreate(input: $input) { received } }',
    { input },
  )
  return input
}

test('messages are read, resolved and deleted', { tag: '@desktop' }, async ({ page, server }) => {
  const { name, message } = await write(server)
  const { main } = await openAdmin(page, server, '/admin/contacts')
  const row = rowOf(page, name)
  await expect(row).toContainText('Trays')
  await expect(row.getByText('pending', { exact: true })).toBeVisible()
  const search = main.getByLabel('Name, email or text')
  await search.fill(name)
  await expect(page).toHaveURL(/\?q=/)
  await main.getByLabel('Status').selectOption('resolved')
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
  await main.getByLabel('Status').selectOption('pending')
  await main.getByLabel('Sort by').selectOption('Oldest')
  await expect(page).toHaveURL(/\?q=Grace\+\w+&status=PENDING&sort=oldest$/)
  await expect(main.getByText('1 message', { exact: true })).toBeVisible()
  await main.getByLabel('Status').selectOption('All')
  await row.getByRole('link', { name: `Details of the message from ${name}` }).click()
  const drawer = page.getByRole('dialog', { name: 'Message' })
  await expect(drawer.getByText(message)).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'grace@example.com' })).toHaveAttribute(
    'href',
    'mailto:grace@example.com?subject=Re%3A%20Trays',
  )
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-contacts-details')
  await page.reload()
  await expect(drawer.getByText(message)).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()
  await shot(page, 'admin-contacts')
  await axe(page)
  await noOverflow(page)
  await row.getByRole('button', { name: `Mark Resolved: message from ${name}` }).click()
  await expect(row.getByText('resolved', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /Mark Resolved/ })).toHaveCount(0)
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await row.getByRole('button', { name: `Reopen: message from ${name}` }).click()
  await holdToasts(page)
  await expect(row.getByText('pending', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /Reopen/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await releaseToasts(page)
  await expect(row.getByText('resolved', { exact: true })).toBeVisible()

  const remove = row.getByRole('button', { name: `Delete message from ${name}` })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: `Delete the message from ${name}?` })
  await expect(dialog).toContainText('Are you sure you want to delete this contact message?')
  await expect(dialog).toContainText("“Trays” will be deleted for everybody. This can't be undone.")
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-contacts-delete')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete message' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)
  await expect(page.getByText(`The message from ${name} was deleted`)).toBeVisible()
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('several messages are resolved and deleted at once', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/ContactMessageDelete:/)
  const subject = unique('Cups')
  const [first, second, third] = [
    await write(server, subject),
    await write(server, subject),
    await write(server, subject),
  ]
  const { main } = await openAdmin(page, server, `/admin/contacts?q=${encodeURIComponent(subject)}`)
  const whole = main.getByRole('checkbox', { name: 'Select the whole page' })
  const bar = main.getByRole('group', { name: 'Selected contacts' })
  for (const { name } of [first, second])
    await main.getByRole('checkbox', { name: `Select the message from ${name}` }).check()
  await expect(whole).toHaveJSProperty('indeterminate', true)
  await expect(bar).toContainText('2 selected')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-contacts-selected')
  await bar.getByRole('button', { name: 'Mark Resolved' }).click()
  const resolve = page.getByRole('dialog', { name: 'Mark 2 messages as resolved?' })
  await resolve.getByRole('button', { name: 'Keep as is' }).click()
  await expect(resolve).toBeHidden()
  await bar.getByRole('button', { name: 'Mark Resolved' }).click()
  await resolve.getByRole('button', { name: 'Mark Resolved' }).click()
  await expect(page.getByText('2 messages resolved')).toBeVisible()
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(rowOf(page, first.name)).toContainText('resolved')
  await expect(rowOf(page, third.name)).toContainText('pending')
  await expect(bar).toHaveCount(0)

  await whole.check()
  await main.getByLabel('Sort by').selectOption('Oldest')
  await expect(page).toHaveURL(/sort=oldest$/)
  await expect(bar).toHaveCount(0)
  await whole.check()
  await expect(bar).toContainText('3 selected')
  await expect(bar.getByRole('button')).toHaveText(['Delete', 'Clear selection'])
  let count = 0
  await answer(page, 'ContactMessageDelete', () =>
    count++ === 1 ? refusal('It is evidence') : Promise.resolve('pass' as const),
  )
  await bar.getByRole('button', { name: 'Delete' }).click()
  const remove = page.getByRole('dialog', { name: 'Delete 3 messages?' })
  await expect(remove).toContainText('Are you sure you want to delete these contact messages?')
  await remove.getByRole('button', { name: 'Delete' }).click()
  await expect(remove.getByRole('alert')).toHaveText('2 of 3 done, 1 failed. The rest stays selected.')
  await expect(remove.getByRole('listitem')).toHaveText(`the message from ${second.name}It is evidence`)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-contacts-failed')
  // The last one is that of a toast.
  await remove.getByRole('button', { name: 'Close' }).first().click()
  await expect(remove).toBeHidden()
  await expect(main.getByText('1 message', { exact: true })).toBeVisible()
  await expect(bar).toContainText('1 selected')
  await expect(main.getByRole('checkbox', { name: `Select the message from ${second.name}` })).toBeChecked()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete 1 message?' })).toContainText(
    'Are you sure you want to delete this contact message?',
  )
})

test('what was deleted with others is in no list any more', { tag: '@desktop' }, async ({ page, server }) => {
  const subject = unique('Plates')
  const { name } = await write(server, subject)
  const { main } = await openAdmin(page, server, '/admin/contacts')
  const search = main.getByLabel('Name, email or text')
  await search.fill(subject)
  await expect(page).toHaveURL(/q=/)
  await expect(main.getByText('1 message', { exact: true })).toBeVisible()
  await search.fill('')
  await expect(page).not.toHaveURL(/q=/)
  await main.getByRole('checkbox', { name: `Select the message from ${name}` }).check()
  const bar = main.getByRole('group', { name: 'Selected contacts' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 message deleted')).toBeVisible()
  // Until the server answers, the list is what it was.
  await answer(page, 'AdminContacts', new Promise<'pass'>(() => {}))
  await search.fill(subject)
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
  await page.unrouteAll()
})

test('milestones are added and removed, and the story tells them', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const title = unique('2026 Q4: A fair')
  const { main } = await openAdmin(page, server, '/admin/milestones')
  await expect(main.getByRole('row').filter({ hasText: /20\d\d Q/ })).not.toHaveCount(0)
  await main.getByRole('button', { name: 'Add milestone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add milestone' })
  await dialog.getByRole('button', { name: 'Add milestone' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await expect(dialog.getByText('Description is required')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await axe(page)
  await noOverflow(page)
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('The arm pours a thousand cups of coffee.')
  await shot(page, 'admin-milestones-add')
  await dialog.getByRole('button', { name: 'Add milestone' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`${title} was added`)).toBeVisible()
  await expect(rowOf(page, title)).toBeVisible()
  await shot(page, 'admin-milestones')

  await rowOf(page, title)
    .getByRole('button', { name: `Edit ${title}` })
    .click()
  const edit = page.getByRole('dialog', { name: 'Edit milestone' })
  await expect(edit.getByLabel('Title')).toHaveValue(title)
  await edit.getByLabel('Description').fill('The arm pours two thousand cups of coffee.')
  await edit.getByRole('button', { name: 'Save milestone' }).click()
  await expect(edit).toBeHidden()
  await expect(rowOf(page, title)).toContainText('two thousand cups')

  await rowOf(page, title)
    .getByRole('button', { name: `Remove ${title}` })
    .click()
  const ask = page.getByRole('dialog', { name: `Remove ${title}?` })
  await expect(ask).toContainText('Are you sure you want to remove this milestone?')
  await ask.getByRole('button', { name: 'Remove milestone' }).click()
  await expect(rowOf(page, title)).toHaveCount(0)
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
})

test('team members are added with a picture and removed', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/status of 415/)
  const name = unique('Hedy')
  const picture = await readFile(join(import.meta.dirname, '../../media/stills/cobot-card.jpg'))
  const { main } = await openAdmin(page, server, '/admin/team')
  await main.getByRole('button', { name: 'Add team member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add team member' })
  const add = dialog.getByRole('button', { name: 'Add team member' })
  await dialog.getByLabel('Avatar').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await expect(
    dialog.getByText('A picture must be a JPEG, PNG, WebP or GIF file', { exact: true }),
  ).toBeVisible()
  await add.click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Role is required')).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Role').fill('Radio')
  await dialog
    .getByLabel('Avatar')
    .setInputFiles({ name: 'hedy.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible()
  await shot(page, 'admin-team-add')
  await add.click()
  await expect(page.getByText(`${name} was added`)).toBeVisible()
  await expect(rowOf(page, name)).toContainText('Radio')
  await expect(rowOf(page, name).locator('img')).toHaveAttribute('src', /^\/media\//)
  await shot(page, 'admin-team')

  await rowOf(page, name)
    .getByRole('button', { name: `Edit ${name}` })
    .click()
  const edit = page.getByRole('dialog', { name: 'Edit team member' })
  await expect(edit.getByLabel('Name')).toHaveValue(name)
  await edit.getByLabel('Role').fill('Frequency hopping')
  await edit.getByRole('button', { name: 'Save team member' }).click()
  await expect(edit).toBeHidden()
  await expect(rowOf(page, name)).toContainText('Frequency hopping')
  await expect(rowOf(page, name).locator('img')).toHaveAttribute('src', /^\/media\//)

  await rowOf(page, name)
    .getByRole('button', { name: `Remove ${name}` })
    .click()
  const ask = page.getByRole('dialog', { name: `Remove ${name}?` })
  await expect(ask).toContainText('Are you sure you want to remove this team member?')
  await ask.getByRole('button', { name: 'Remove team member' }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
})
