import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { adminToken, createAccount, signInAs } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { answer, graph, operationOf, refusal } from './graph'
import { damrak, ordersOf } from './orders'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const add = `mutation ($input: CartItemAddInput!) { cartItemAdd(input: $input) { cart { itemCount } } }`

const opener = (page: Page) => page.getByRole('button', { name: 'Quote as PDF' })

async function openForm(page: Page, address = '/products/1') {
  await page.goto(address)
  await opener(page).click()
  const dialog = page.getByRole('dialog', { name: 'Quote as PDF' })
  await expect(dialog.getByLabel('Company')).toBeVisible()
  return { dialog, submit: dialog.getByRole('button', { name: 'Create PDF' }) }
}

/** The name of the file that the link gives, which has to be a PDF. */
async function download(page: Page) {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  const file = await coming
  expect((await readFile(await file.path())).subarray(0, 7).toString()).toBe('%PDF-1.')
  return file.suggestedFilename()
}

test('writes one quote for a product and a plan, once', { tag: '@desktop' }, async ({ page }) => {
  const { dialog, submit } = await openForm(page)
  await expect(dialog.getByLabel('Quantity')).toHaveValue('1')
  await expect(dialog.getByLabel('Plan').getByRole('option')).toHaveText([
    'Purchase',
    'Purchase and Service contract: €1,999 per month',
    'Rental: €2,999 per month',
  ])
  await axe(page)
  await noOverflow(page)
  await shot(page, 'quote-form')

  await dialog.getByLabel('Quantity').fill('101')
  await dialog.getByLabel('Email').fill('ada@example')
  await submit.click()
  await expect(dialog.getByLabel('Quantity')).toHaveAccessibleDescription(
    'Quantity must be between 1 and 100',
  )
  await expect(dialog.getByLabel('Quantity')).toBeFocused()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await axe(page)

  await dialog.getByLabel('Quantity').fill('2')
  await dialog.getByLabel('Plan').selectOption({ label: 'Purchase and Service contract: €1,999 per month' })
  await dialog.getByLabel('Name').fill('Ada King')
  await dialog.getByLabel('Company').fill('Analytical Engines')
  await dialog.getByLabel('Email').fill('ada@example.com')
  const sent: unknown[] = []
  page.on('request', (request) => {
    const { operationName, variables } = operationOf(request)
    if (operationName === 'QuoteCreate') sent.push(variables.input)
  })
  await submit.dblclick()
  const heading = dialog.getByRole('heading', { name: /^Your quote QU-\d{6} is ready$/ })
  await expect(heading).toBeFocused()
  expect(sent).toEqual([
    {
      name: 'Ada King',
      company: 'Analytical Engines',
      email: 'ada@example.com',
      lines: [{ productId: '1', quantity: 2, plan: 'SERVICE' }],
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ])
  await expect(dialog.getByText('One-time total')).toBeVisible()
  await expect(dialog.getByText('$57,197.80')).toBeVisible()
  await expect(dialog.getByText('2 × €1,999 per month')).toBeVisible()
  const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(Date.now() + 30 * 86_400_000)
  await expect(dialog.getByText(until)).toBeVisible()
  await expect(dialog.getByText(/We'll follow up by \w{3} \d+ \w{3}, \d\d:\d\d \(CES?T\)\./)).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'quote-ready')

  const number = (await heading.textContent())?.match(/QU-\d+/)?.[0]
  expect(await download(page)).toBe(`Orrery-Robotics-quote-${number}.pdf`)
})

test('writes a quote for the whole cart, by keyboard alone', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { name, email, token } = await createAccount(server)
  await signInAs(page, token)
  for (const [productId, quantity] of [
    ['1', 2],
    ['2', 1],
  ])
    await graphql(server, add, { input: { productId, quantity } }, token)
  await page.goto('/cart')
  await opener(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Quote as PDF' })
  await expect(dialog.getByText('2 products from your cart')).toBeVisible()
  await expect(dialog.getByLabel('Quantity')).toBeHidden()
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await axe(page)
  await shot(page, 'quote-cart')
  await dialog.getByLabel('Email').focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: /^Your quote QU-\d{6} is ready$/ })).toBeFocused()
  await expect(dialog.getByText('$78,096.70')).toBeVisible() // (2 × 25,999 + 18,999) with 10 % tax
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeFocused()
  expect(await download(page)).toMatch(/^Orrery-Robotics-quote-QU-\d{6}\.pdf$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener(page)).toBeFocused()
})

test('refusals land where they belong and lose nothing', { tag: '@desktop' }, async ({ page, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Too many attempts/)
  const { dialog, submit } = await openForm(page)
  await dialog.getByLabel('Name').fill('Ada King')
  await dialog.getByLabel('Email').fill('ada@example.com')
  const userErrors = [
    { message: 'Quantity must be between 1 and 100', field: ['lines', '0', 'quantity'] },
    { message: 'Product not found', field: ['lines', '0', 'productId'] },
  ]
  const answers = [
    'offline' as const,
    refusal('Too many attempts. Please try again later.', 'RATE_LIMITED'),
    {
      data: {
        quoteCreate: { __typename: 'QuoteCreatePayload', quote: null, url: null, page: null, userErrors },
      },
    },
    Promise.resolve('pass' as const),
  ]
  const requests = await answer(page, 'QuoteCreate', () => answers.shift() ?? 'offline')

  await submit.click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toHaveText("Can't reach the shop. Check your connection and try again.")
  await submit.click()
  await expect(alert).toHaveText('Too many attempts. Please try again later.')
  await axe(page)
  await submit.click()
  await expect(alert).toHaveText('Product not found')
  await expect(dialog.getByLabel('Quantity')).toHaveAccessibleDescription(
    'Quantity must be between 1 and 100',
  )

  // Closing keeps what was typed, too.
  await page.keyboard.press('Escape')
  await opener(page).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Ada King')
  await submit.click()
  await expect(dialog.getByRole('heading', { name: /is ready$/ })).toBeVisible()
  const keys = requests.map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey)
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size, 'a repetition is no new request').toBe(1)
})

/** Writes a quote and answers the address of its page. */
async function write(server: Server, lines: object[], partMassGrams?: number) {
  const { quoteCreate } = await graphql<{ quoteCreate: { page: string } }>(
    server,
    'mutation ($input: QuoteCreateInput!) { quoteCreate(input: $input) { page } }',
    {
      input: {
        name: 'Ada King',
        company: 'Analytical Engines',
        email: 'ada@example.com',
        lines,
        partMassGrams,
        idempotencyKey: crypto.randomUUID(),
      },
    },
  )
  return quoteCreate.page
}

test('a quote becomes one order at its prices', { tag: '@desktop' }, async ({ page, server, problems }) => {
  problems.allow(/ERR_CONNECTION_RESET|Failed to fetch/)
  const admin = await adminToken(server)
  const price = (amount: string) =>
    graphql(
      server,
      'mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) { product { id } } }',
      {
        input: { id: '2', price: amount },
      },
      admin,
    )
  const address = await write(server, [{ productId: '2' }], 1000)
  const own = await write(server, [{ productId: '2' }])
  await price('19999')
  try {
    await page.goto(address)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^Quote QU-\d+$/)
    await expect(main.getByText('Ada King, Analytical Engines')).toBeVisible()
    await expect(main.getByText('The price is now $19,999.00.')).toBeVisible()
    await expect(main.getByText('$20,898.90')).toBeVisible() // 18,999 with 10 % tax
    await shot(page, 'quote-page')
    await axe(page)
    await noOverflow(page)
    expect(await download(page)).toMatch(/^Orrery-Robotics-quote-QU-\d+\.pdf$/)

    // Whoever signs in comes back.
    const { email, password, token } = await createAccount(server)
    await main.getByRole('link', { name: 'Sign in to order' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Sign in/i })
      .click()
    await expect(page).toHaveURL(address)
    const order = main.getByRole('button', { name: 'Order at these prices' })
    await order.click()
    await expect(main.getByText('Address is required')).toBeVisible()
    await main.getByLabel('Address').fill(damrak.address)
    await main.getByLabel('City').fill(damrak.city)
    await main.getByLabel('Postal code').fill(damrak.postalCode)
    await shot(page, 'quote-order')
    await axe(page)
    await noOverflow(page)
    await order.dblclick()
    await expect(page.getByRole('heading', { name: 'Order placed', level: 1 })).toBeVisible()
    await expect(page.getByText('$20,898.90').first()).toBeVisible()
    expect(await ordersOf(server, token)).toHaveLength(1)
    await page.goto(address)
    await expect(main.getByText('This quote has been ordered')).toBeVisible()
    await main.getByRole('link', { name: /^Go to order OR-/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order/)

    // An answer that was lost is found again.
    await page.goto(own)
    let losing = true
    await page.route(graph, async (route) => {
      if (!losing || operationOf(route.request()).operationName !== 'QuoteOrder') return route.fallback()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await order.click()
    await expect(main.getByText("We couldn't confirm your order.")).toBeVisible()
    losing = false
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Order placed', level: 1 })).toBeVisible()
    expect(await ordersOf(server, token)).toHaveLength(2)
  } finally {
    await price('18999')
  }
})

test('says why a quote can not be ordered, and where to go on', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const main = page.getByRole('main')
  await page.goto(
    await write(
      server,
      [{ productId: '1', plan: 'RENTAL' }, { productId: '3', quantity: 100 }, { productId: '4' }],
      7000,
    ),
  )
  await expect(main.getByText("This quote can't be ordered here")).toBeVisible()
  await expect(
    main.getByRole('listitem').filter({ hasText: /monthly plan|available|not for sale/ }),
  ).toHaveText([
    /^Robotic Arm with Linear Rail has a monthly plan/,
    /^Only \d+ of Six-Axis Fixed Arm available$/,
    'SLAM Navigation Robot is not for sale yet',
  ])
  await expect(main.getByText(/Part 7 kg is 1 kg more than the arm's payload of 6 kg$/)).toBeVisible()
  await expect(
    main.getByText('The arm needs 100 to 240 V AC, the mobile base supplies 24 V DC'),
  ).toBeVisible()
  await shot(page, 'quote-obstacles')
  await axe(page)
  await noOverflow(page)
  await main.getByRole('link', { name: 'See plans' }).click()
  await expect(page).toHaveURL('/products/1#plans')

  // What has expired is asked for again with one press.
  const address = await write(server, [{ productId: '3' }])
  await page.route(graph, async (route) => {
    const { operationName, variables } = operationOf(route.request())
    if (operationName !== 'Quote' || !address.endsWith(variables.key)) return route.fallback()
    const response = await route.fetch()
    const json = await response.json()
    Object.assign(json.data.quote, { expired: true, validUntil: '2026-01-02T12:00:00Z' })
    json.data.quote.obstacles = [{ code: 'EXPIRED', message: 'Expired' }]
    return route.fulfill({ response, json })
  })
  await page.goto(address)
  await expect(main.getByText('This quote has expired')).toBeVisible()
  await expect(main.getByText(/January 2, 2026/).first()).toBeVisible()
  await shot(page, 'quote-expired')
  await axe(page)
  await main.getByRole('button', { name: 'Create a new quote' }).click()
  await expect(page).not.toHaveURL(address)
  await expect(main.getByRole('link', { name: 'Sign in to order' })).toBeVisible()

  await page.goto(`/quotes/QU-1/${'x'.repeat(43)}`)
  await expect(main.getByText('Quote not found')).toBeVisible()
})
