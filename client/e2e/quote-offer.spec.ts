import { createAccount, signInAs } from './accounts'
import { openAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { damrak, ordersOf } from './orders'
import { graphql } from './server'
import { expect, test } from './test'

test('a quote is ordered at the prices that the company offers', { tag: '@desktop' }, async ({
  page,
  server,
  browser,
}) => {
  const { quoteCreate } = await graphql<{ quoteCreate: { page: string; quote: { number: string } } }>(
    server,
    'mutation ($input: QuoteCreateInput!) { quoteCreate(input: $input) { page quote { number } } }',
    {
      input: {
        name: 'Ada King',
        company: 'Analytical Engines',
        email: 'ada@example.com',
        lines: [{ productId: '1', quantity: 2 }, { productId: '2' }],
        idempotencyKey: crypto.randomUUID(),
      },
    },
  )
  const { number } = quoteCreate.quote

  // The buyer looks at the catalogue's prices, while the company changes them.
  const context = await browser.newContext({ baseURL: server.url })
  const buyer = await context.newPage()
  const { token } = await createAccount(server)
  await signInAs(buyer, token)
  await buyer.goto(quoteCreate.page)
  const sheet = buyer.getByRole('main')
  const order = sheet.getByRole('button', { name: 'Order at these prices' })
  await expect(sheet.getByText('$78,096.70')).toBeVisible() // (2 × 25,999 + 18,999) with 10 % tax
  await sheet.getByLabel('Address').fill(damrak.address)
  await sheet.getByLabel('City').fill(damrak.city)
  await sheet.getByLabel('Postal code').fill(damrak.postalCode)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAdmin(page, server, `/admin/quotes?quote=${number}`)
  const drawer = page.getByRole('dialog', { name: 'Quote' })
  await drawer.getByRole('button', { name: 'Edit offer' }).click()
  const form = page.getByRole('dialog', { name: 'Edit offer' })
  const price = form.getByLabel('Robotic Arm with Linear Rail x 2')
  await expect(price).toHaveValue('25999.00')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-quote-offer')
  const type = async (text: string) => {
    await price.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await type('23000,50')
  await expect(price).toHaveAccessibleDescription(/Price must be a number such as 25999.00/)
  await type('23000.50')
  await expect(page.getByText(`The offer of ${number} was saved`)).toBeVisible()
  await expect(form).toBeHidden()
  await expect(drawer).toContainText('List price $25,999.00, total discount $5,997.00')
  await expect(drawer).toContainText('$71,500.00') // (2 × 23,000.50 + 18,999) with 10 % tax
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-quote-offered')
  await drawer.getByRole('button', { name: `Copy link to ${number}` }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^https?://[^/]+/quotes/${number}/[A-Za-z0-9_-]{43}$`))
  expect(link).not.toContain(quoteCreate.page)

  // What the buyer has not seen is not ordered.
  await order.click()
  await expect(
    sheet.getByText(
      `Quote ${number} has changed. The total is now $71,500.00. Please review it and order again.`,
    ),
  ).toBeVisible()
  await expect(sheet.getByText('List price $25,999.00, total discount $5,997.00')).toBeVisible()
  await expect(sheet.getByText('$23,000.50 each')).toBeVisible()
  await expect(sheet.getByText(/The price is now/)).toBeHidden()
  expect(await ordersOf(server, token)).toHaveLength(0)
  await axe(buyer)
  await noOverflow(buyer)
  await shot(buyer, 'quote-offered')
  await expect(sheet.getByLabel('Address')).toHaveValue(damrak.address)
  await order.click()
  await expect(buyer.getByRole('heading', { name: 'Order placed', level: 1 })).toBeVisible()
  await expect(buyer.getByText('$71,500.00').first()).toBeVisible()
  await context.close()

  // An ordered quote keeps its prices.
  await page.reload()
  await expect(drawer.getByText('Ordered')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Edit offer' })).toBeHidden()
})
