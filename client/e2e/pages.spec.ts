import type { Page } from '@playwright/test'
import { axe, noOverflow, shot } from './checks'
import { graphql, type Server } from './server'
import { expect, rendered, test } from './test'

test.describe('/faq', () => {
  const open = (page: Page) => page.getByRole('main').locator('button[aria-expanded="true"]')
  const question = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })

  async function entryId(server: Server, wanted: string) {
    const { faqEntries } = await graphql<{ faqEntries: { id: string; question: string }[] }>(
      server,
      '{ faqEntries { id question } }',
      {},
    )
    return faqEntries.find((entry) => entry.question === wanted)?.id
  }

  test('has every question by topic, one open at a time', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/faq')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Frequently asked questions', level: 1 })).toBeVisible()
    await expect(main.locator('button[aria-expanded]')).toHaveCount(19)
    await expect(main.getByRole('heading', { level: 2 })).toHaveText([
      'Products and orders',
      'Office, answers and payment',
      'Manuals and programming',
      'Still have a question?',
    ])
    await question(page, 'What do tax and shipping cost?').click()
    await expect(main.getByText('Tax is 10% of the subtotal')).toBeVisible()
    await question(page, 'When is the office open?').click()
    await expect(open(page)).toHaveText('When is the office open?')
    await axe(page)
    await noOverflow(page)
    await shot(page, 'faq')

    await test.step('filters by words, says what is left, and leads on when nothing is', async () => {
      const filter = page.getByRole('searchbox', { name: 'Filter the questions' })
      await filter.fill('flange mass')
      await expect(page.getByText('1 of 19 questions')).toBeVisible()
      await expect(question(page, 'Does the gripper fit every arm?')).toBeVisible()
      await expect(question(page, 'When is the office open?')).toBeHidden()
      await expect(filter).toBeFocused()
      await expect(page).toHaveURL('/faq?q=flange+mass')
      await page.reload()
      await expect(filter).toHaveValue('flange mass')

      await filter.fill('teleportation')
      await expect(page.getByRole('heading', { name: 'No matching questions' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Search in chat' })).toHaveAttribute(
        'href',
        '/chat?q=teleportation',
      )
      await axe(page)
      await shot(page, 'faq-none')
      await page.getByRole('button', { name: 'Show all questions' }).click()
      await expect(page.getByText('19 questions', { exact: true })).toBeVisible()
    })
    await main.getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL('/contact')
  })

  test('an address leads to an answer, which stays in the order of the keyboard @desktop', async ({
    page,
    server,
  }) => {
    const id = await entryId(server, 'How do I pay for an order?')
    await page.goto(`/faq#${id}`)
    const pay = question(page, 'How do I pay for an order?')
    await expect(pay).toHaveAttribute('aria-expanded', 'true')
    await expect(pay).toBeFocused()
    await expect(pay).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Link to this answer: How do I pay' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(pay).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(pay).toHaveAttribute('aria-expanded', 'false')
  })
})

for (const { path, title, sections, says } of [
  {
    path: '/privacy',
    title: 'Privacy',
    sections: 11,
    says: [
      'sets no cookies but one',
      'Sessions: a number, the name of your browser',
      'Autoriteit Persoonsgegevens',
    ],
  },
  {
    path: '/terms',
    title: 'Terms',
    sections: 18,
    says: [
      'tax of 10% of the subtotal',
      'Delivery is expected 60 days after',
      'within 14 days, with the reference',
    ],
  },
])
  test(`${path} has numbered sections that can be linked and printed`, { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(main.getByText(/^Valid from [A-Z][a-z]+ \d+, 20\d\d$/)).toBeVisible()
    for (const text of says) await expect(main.getByText(text).first()).toBeVisible()
    const links = main.getByRole('navigation', { name: 'Contents' }).getByRole('link')
    await expect(links).toHaveCount(sections)
    await expect(main.locator('section[id]')).toHaveCount(sections)
    await axe(page)
    await noOverflow(page)
    await shot(page, title.toLowerCase())

    const last = links.last()
    const id = (await last.getAttribute('href'))?.slice(1)
    await last.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${path}#${id}`)
    await expect(page.locator(`[id="${id}"]`)).toBeFocused()
    await expect(page.locator(`[id="${id}"]`)).toBeInViewport()

    await page.emulateMedia({ media: 'print' })
    await expect(links.first()).toBeHidden()
    await expect(main.getByRole('heading', { level: 2 }).last()).toBeVisible()
  })

test.describe('/sitemap', () => {
  test('links every page and every listed product', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/sitemap')
    const main = page.getByRole('main')
    const products = main.getByRole('region', { name: 'Products' })
    await expect(products.getByRole('link')).toHaveCount(10)
    await expect(products.getByRole('link', { name: 'Six-Axis Fixed Arm' })).toHaveAttribute(
      'href',
      '/products/3',
    )
    for (const group of ['Shop', 'Company and technology', 'Help', 'Account', 'Legal'])
      await expect(main.getByRole('region', { name: group }).getByRole('link').first()).toBeVisible()
    await axe(page)
    await noOverflow(page)
    await shot(page, 'sitemap')

    await test.step('leads nowhere else than to pages that exist', async () => {
      const addresses = await main
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
      for (const address of new Set(addresses))
        expect((await page.request.get(address)).status(), address).toBe(200)
    })
  })
})

test('an address without a page is told so by the server too, and leads to a search', {
  tag: '@desktop',
}, async ({ page, problems }) => {
  problems.allow(/404/)
  const document = await rendered(page.request, '/nothing/here')
  expect(document).toContain('>Page not found</h1>')
  expect(document).toMatch(/<link rel="canonical" href="[^"]*\/nothing\/here">/)
  const response = await page.goto('/another-one')
  expect(response?.status()).toBe(404)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await main.getByRole('searchbox', { name: 'Search products' }).fill('gripper')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/products?q=gripper')
})
