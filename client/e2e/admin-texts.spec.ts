import { createAccount } from './accounts'
import { openAdmin, rowOf, sharedAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer } from './graph'
import { letterTo } from './letters'
import { placeOrder } from './orders'
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

const draftOf = `{ textDraft(name: PRIVACY) { revision document { title summary sections { anchor label title body items { key title text } } } } }`
type Draft = { revision: number; document: { title: string; sections: { title: string; body: string }[] } }

/** Saves another draft of the privacy policy behind the screen's back. */
async function change(server: Server, edit: (document: Draft['document']) => void) {
  const token = await sharedAdmin(server)
  const { textDraft } = await graphql<{ textDraft: Draft }>(server, draftOf, {}, token)
  edit(textDraft.document)
  await graphql(
    server,
    'mutation ($input: TextDraftSaveInput!) { textDraftSave(input: $input) { userErrors { message } } }',
    { input: { name: 'PRIVACY', ...textDraft } },
    token,
  )
}

test('terms are drafted, refused, published and restored; orders keep theirs', { tag: '@desktop' }, async ({
  page,
  server,
  request,
}) => {
  const { main } = await openAdmin(page, server, '/admin/texts')
  await expect(rowOf(page, 'Terms')).toContainText(/Terms.*1/)
  await shot(page, 'admin-texts')
  await axe(page)
  await noOverflow(page)
  await main.getByRole('link', { name: 'Terms' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await expect(main.getByLabel('Title of section 1', { exact: true })).toHaveValue('Who, and for what')
  await shot(page, 'admin-text')
  await axe(page)
  await noOverflow(page)

  const bar = main.getByRole('region', { name: 'Draft' })
  const second = main.getByLabel('Text of section 2', { exact: true })
  await second.fill('Offers by {{ceo}}.\n\n<script>alert(1)</script> <b>bold</b> and **strong**.')
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(main.getByText('{{ceo}} is unknown. Use one of')).toBeVisible()
  await expect(second).toBeFocused()
  await shot(page, 'admin-text-refused')
  await axe(page)
  await second.fill('Offers by {{company}}.\n\n<script>alert(1)</script> <b>bold</b> and **strong**.')
  await main.getByRole('button', { name: 'Move section 2 up' }).click()
  await expect(main.getByLabel('Title of section 1', { exact: true })).toHaveValue(/^Offers/)
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  // The draft survives, and the page does not show it.
  await page.reload()
  await expect(main.getByLabel('Text of section 1', { exact: true })).toHaveValue(/^Offers by/)
  expect(await rendered(request, '/terms')).not.toContain('Offers by')

  const account = await createAccount(server, 'Vera Buyer')
  const before = await placeOrder(server, account.token)
  await bar.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish Terms?' })
  await dialog.getByLabel('Valid from').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('The date must be in the next five years.')).toBeVisible()
  await shot(page, 'admin-text-publish')
  await axe(page)
  // The dialog that is opened next shows no failure of the one before.
  let pass = (_: 'pass') => {}
  const late = new Promise<'pass'>((resolve) => {
    pass = resolve
  })
  await answer(page, 'TextDraftPublish', late)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByLabel('Valid from')).toHaveValue('')
  pass('pass')
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect(notifications.getByText("Couldn't publish. The date must be")).toBeVisible()
  await expect(page.getByText('The date must be')).toHaveCount(1)
  await dialog.getByLabel('Valid from').fill('')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published')).toBeVisible()
  await expect(bar).toBeHidden()
  const after = await placeOrder(server, account.token)
  const kept = async ({ id }: { id: string }) =>
    (
      await graphql<{ order: { termsVersion: number } }>(
        server,
        'query ($id: ID!) { order(id: $id) { termsVersion } }',
        { id },
        account.token,
      )
    ).order.termsVersion
  expect([await kept(before), await kept(after)]).toEqual([1, 2])

  await main.getByRole('link', { name: 'View page' }).click()
  const offers = page.locator('#offers')
  await expect(offers).toContainText('Offers by Orrery Robotics.')
  await expect(offers).toContainText('<script>alert(1)</script> <b>bold</b> and strong.')
  await expect(offers.locator('script, b')).toHaveCount(0)
  await page.reload()
  await expect(offers).toContainText('<script>alert(1)</script>')
  await page
    .getByRole('navigation', { name: 'Versions' })
    .getByRole('link', { name: /^Version 1,/ })
    .click()
  await expect(page).toHaveURL('/terms?version=1')
  await expect(page.getByRole('status').filter({ hasText: 'This is version 1' })).toBeVisible()
  await expect(page.locator('#parties')).toContainText('These terms apply to every offer')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await shot(page, 'terms-earlier')
  await axe(page)
  await page.getByRole('link', { name: 'Read the current version' }).click()
  await expect(page).toHaveURL('/terms')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'index, follow')

  await page.goto(`/admin/orders?order=${after.id}`)
  await expect(page.getByRole('dialog')).toContainText('TermsVersion 2')

  await page.goto('/admin/texts/terms')
  await main.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await expect(history.getByText('Version 2 (current)')).toBeVisible()
  await shot(page, 'admin-text-history')
  await axe(page)
  await history.getByRole('button', { name: 'Restore version 1' }).click()
  await page
    .getByRole('dialog', { name: 'Restore version 1?' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(page.getByText('Version 1 was restored')).toBeVisible()
  expect(await rendered(request, '/terms')).not.toContain('Offers by')
})

test('two editors merge, choose, and lose nothing', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, '/admin/texts/privacy')
  const title = main.getByLabel('Title', { exact: true })
  const bar = main.getByRole('region', { name: 'Draft' })
  await expect(title).toHaveValue('Privacy')
  await change(server, (document) => {
    const [first] = document.sections
    if (first) first.title = 'Their section'
  })
  await title.fill('My privacy')
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  await expect(main.getByLabel('Title of section 1', { exact: true })).toHaveValue('Their section')
  await expect(title).toHaveValue('My privacy')

  await change(server, (document) => {
    document.title = 'Their privacy'
  })
  await title.fill('Mine again')
  const alert = main.getByRole('alert').filter({ hasText: 'Someone else changed these parts' })
  await expect(alert).toContainText('Title.')
  await expect(title).toHaveValue('Mine again')
  await shot(page, 'admin-text-conflict')
  await axe(page)
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Webhooks' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await alert.getByRole('button', { name: 'Keep mine' }).click()
  await expect(alert).toBeHidden()
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()

  const preview = page.context().waitForEvent('page')
  await main.getByRole('link', { name: 'Preview' }).click()
  const opened = await preview
  await expect(opened.getByText('Preview of the draft')).toBeVisible()
  await expect(opened.getByRole('heading', { name: 'Mine again', level: 1 })).toBeVisible()
  // It follows what is saved.
  await title.fill('Mine once more')
  await expect(opened.getByRole('heading', { name: 'Mine once more', level: 1 })).toBeVisible()
  await opened.close()

  // What was changed in other parts stays when theirs are taken.
  await change(server, (document) => {
    document.title = 'Theirs at last'
  })
  const section = main.getByLabel('Title of section 2', { exact: true })
  await title.fill('Mine at last')
  await section.fill('My section')
  await alert.getByRole('button', { name: 'Take theirs' }).click()
  await expect(title).toHaveValue('Theirs at last')
  await expect(section).toHaveValue('My section')
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(section).toHaveValue('My section')

  await bar.getByRole('button', { name: 'Discard' }).click()
  await page
    .getByRole('dialog', { name: 'Discard the draft?' })
    .getByRole('button', { name: 'Discard changes' })
    .click()
  await expect(title).toHaveValue('Privacy')
  await page.goto('/admin/texts/nothing')
  await expect(main.getByText('Text not found')).toBeVisible()
})

test('the home page says what was written, and shows no empty section', { tag: '@desktop' }, async ({
  page,
  server,
  request,
}) => {
  const { main } = await openAdmin(page, server, '/admin/texts/home')
  const bar = main.getByRole('region', { name: 'Draft' })
  await main.getByLabel('Title', { exact: true }).fill('Robots by {{shop}}')
  await main.getByLabel('Why: title', { exact: true }).fill('')
  await main.getByLabel('Behaviours, neural: title', { exact: true }).fill('Own thoughts')
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  await shot(page, 'admin-text-home')
  await axe(page)
  await noOverflow(page)

  await page.goto('/admin/texts/home?preview')
  const title = page.getByRole('heading', { name: 'Robots by Orrery Robotics', level: 1 })
  await expect(title).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Own thoughts' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Our Capabilities' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Why Choose Us' })).toHaveCount(0)
  await page.getByRole('link', { name: 'View More' }).click()
  await expect(page).toHaveURL('/admin/texts/home?preview')
  expect(await rendered(request, '/')).toContain('Retail Automation')

  await page.goto('/admin/texts/home')
  await bar.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish Home page?' })
  const soon = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Valid from').fill(soon)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Planned', { exact: true })).toBeVisible()
  expect(await rendered(request, '/')).toContain('Retail Automation')
  await page.goto('/admin/texts')
  await expect(rowOf(page, 'Home page')).toContainText('Version 2 from')

  // What is published after it replaces it.
  await page.goto('/admin/texts/home')
  await main.getByLabel('Start: title', { exact: true }).fill('Begin')
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await main.getByRole('link', { name: 'View page' }).click()
  await expect(title).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Begin' })).toBeVisible()
  const home = await rendered(request, '/')
  expect(home).toContain('Robots by Orrery Robotics')
  expect(home).not.toContain('Why Choose Us')
})

test('the words of an email are refused, changed and sent', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, '/admin/texts')
  await main.getByRole('link', { name: 'Emails' }).click()
  const bar = main.getByRole('region', { name: 'Draft' })
  const subject = main.getByLabel('Order confirmation: subject', { exact: true })
  const opening = main.getByLabel('Order confirmation: opening', { exact: true })
  await expect(subject).toHaveValue('Your order {{number}}')
  await expect(main.getByText('{{number}}: Order number. {{date}}: Date of the order').first()).toBeVisible()
  await expect(main.getByRole('link', { name: /^(Preview|View page)$/ })).toHaveCount(0)
  await shot(page, 'admin-text-emails')
  await axe(page)
  await noOverflow(page)

  await subject.fill('Dank u: {{product}}')
  await opening.fill('We <b>build</b> {{number}} for you.\n\nYours, {{shop}}')
  await main.getByLabel('Order confirmation: heading', { exact: true }).fill('')
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(main.getByText('{{product}} is unknown in order-confirmation. Use one of')).toBeVisible()
  await expect(subject).toBeFocused()
  await shot(page, 'admin-text-emails-refused')
  await subject.fill('Dank u: {{number}}')
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish Emails?' }).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await expect(main.getByLabel('Order confirmation: heading', { exact: true })).toHaveValue(
    'Thank you for your order',
  )

  const account = await createAccount(server, 'Willem Buyer')
  const { number } = await placeOrder(server, account.token)
  const letter = await letterTo(server, account.email, { subject: `Dank u: ${number}` })
  expect(letter.text).toContain(
    `Hello Willem Buyer,\n\nWe <b>build</b> ${number} for you.\n\nYours, Orrery Robotics\n`,
  )
  expect(letter.links.some((link) => link.includes('/orders/'))).toBe(true)

  // It has no page.
  await page.goto('/admin/texts/mails?preview')
  await expect(main.getByRole('heading', { level: 1, name: 'Emails' })).toBeVisible()
})

test('products, resources and contact say what their texts say, and nothing that was emptied', {
  tag: '@desktop',
}, async ({ page, server, request }) => {
  const { main } = await openAdmin(page, server, '/admin/texts')
  const texts = {
    Products: [
      {
        'Lead: title': 'Palletisers only.',
        'Why, 2: title': 'Spare parts for ten years',
        Summary: 'Pallets.',
      },
      ['Why, 1: title'],
    ],
    Resources: [
      {
        'Support: text': 'Call {{phone}} at night, too.',
        'Support, plate: title': 'PW-P20',
        'Support, plate: text': 'S/N 7\n20 kg',
        'Forum: label': 'Coming in spring',
      },
      ['Videos: title', 'Newsletter: title'],
    ],
    Contact: [
      {
        'Lead: text': 'Our fitters in {{city}} answer **today**.',
        'Benefits, response: text': 'By {{opens}} of the next day.',
        'Office: text': 'Ring twice.',
      },
      ['Benefits, support: title', 'Community: title'],
    ],
  } as const
  for (const [name, [changed, emptied]] of Object.entries(texts)) {
    await page.goto(`/admin/texts/${name.toLowerCase()}`)
    for (const [label, value] of Object.entries(changed))
      await main.getByLabel(label, { exact: true }).fill(value)
    for (const label of emptied) await main.getByLabel(label, { exact: true }).fill('')
    const bar = main.getByRole('region', { name: 'Draft' })
    await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
    await shot(page, `admin-text-${name.toLowerCase()}`)
    await axe(page)
    await bar.getByRole('button', { name: 'Publish' }).click()
    await page
      .getByRole('dialog', { name: `Publish ${name}?` })
      .getByRole('button', { name: 'Publish' })
      .click()
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
  }

  // Without what is only in the data of the page.
  const said = async (path: string) => (await rendered(request, path)).replace(/<\/main>[\s\S]*/, '')
  const products = await said('/products')
  for (const words of [
    'Palletisers only.',
    'Spare parts for ten years',
    '<meta name="description" content="Pallets.">',
  ])
    expect(products).toContain(words)
  expect(products).not.toContain('Figures with their conditions')

  const resources = await said('/resources')
  for (const words of ['Call +31 20 555 0142 at night, too.', 'PW-P20', 'S/N 7', '20 kg', 'Coming in spring'])
    expect(resources).toContain(words)
  for (const words of ['ORR-A6-900', '900 mm', 'Video Tutorials', 'Sent only when'])
    expect(resources).not.toContain(words)
  await page.goto('/resources')
  await expect(main.getByRole('link', { name: 'Technical Support' })).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'resources-own')

  const contact = await said('/contact')
  for (const words of [
    'Our fitters in Amsterdam answer <strong>today</strong>.',
    'By 9:00 of',
    'Ring twice.',
    'Expert Guidance',
  ])
    expect(contact).toContain(words)
  for (const words of ['24/7 Support', 'Visits by appointment', 'Meet others'])
    expect(contact).not.toContain(words)
})
