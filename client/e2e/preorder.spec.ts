import type { Page } from '@playwright/test'
import { createAccount, signInAs, store } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { graph, operationOf } from './graph'
import { expect, test } from './test'

const chosen = {
  id: '2',
  name: 'Mobile Assistant',
  productName: 'Mobile Assistant',
  category: 'Mobile Robotics / Domestic',
  image: '/images/products/mobile-assistant.svg',
}

/** Opens the form for a product that a Pre-order Now button has handed over, once: reloads see what is then stored. */
async function openForm(page: Page, product: object = chosen) {
  await store(page, 'preOrderProduct', JSON.stringify(product))
  await page.goto('/preorder')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Pre-order', level: 1 })).toBeVisible()
  return { main, submit: main.getByRole('button', { name: 'Submit pre-order' }) }
}

async function fill(page: Page) {
  await page.getByLabel('Name').fill('Vera Visitor')
  await page.getByLabel('Email').fill('vera@example.com')
  await page.getByLabel('Phone').fill('+31 20 555 0100')
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Answers pre-orders in the server's place; resolves to the inputs that were sent. */
async function answerWith(page: Page, handle: Parameters<Page['route']>[1]) {
  const inputs: unknown[] = []
  await page.unrouteAll()
  await page.route(graph, (route, request) => {
    const { operationName, variables } = operationOf(request)
    if (operationName !== 'PreOrderCreate') return route.fallback()
    inputs.push(variables.input)
    return handle(route, request)
  })
  return inputs
}

const refusal = (userErrors: object[]) => ({
  json: { data: { preOrderCreate: { preOrder: null, userErrors } } },
})

test('without a product it asks for one @desktop', async ({ page }) => {
  await page.goto('/preorder')
  await expect(page.getByText('Please select a product first')).toBeVisible()
  await expect(page).toHaveURL('/products')
})

test('shows the product, names what is missing, keeps what was typed and leads back', {
  tag: '@desktop',
}, async ({ page }) => {
  const { main, submit } = await openForm(page, { ...chosen, plan: 'Rental plan: €1,999 per month' })
  await expect(main.getByRole('heading', { name: 'Mobile Assistant' })).toBeVisible()
  await expect(main.getByText('Mobile Robotics / Domestic')).toBeVisible()
  await expect(main.getByLabel('Message')).toHaveValue('Rental plan: €1,999 per month')
  await expect(main.getByLabel('Quantity')).toHaveValue('1')
  await expect(
    main.getByText('International (+) or local number. Dashes and parentheses are fine.'),
  ).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'preorder-form')

  await test.step('names what is missing and keeps what was typed, also over a reload', async () => {
    await page.getByLabel('Company').fill('Winkelwerk')
    await page.getByLabel('Email').fill('vera@example')
    await page.getByLabel('Quantity').fill('0')
    await submit.click()
    await expect(main.getByText('Name is required')).toBeVisible()
    await expect(main.getByText('Please enter a valid email address')).toBeVisible()
    await expect(main.getByText('Phone is required')).toBeVisible()
    await expect(main.getByText('Quantity must be at least 1')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
    await axe(page)
    await noOverflow(page)
    await shot(page, 'preorder-errors')
    await page.reload()
    await expect(page.getByLabel('Company')).toHaveValue('Winkelwerk')
    await expect(page.getByLabel('Email')).toHaveValue('vera@example')
    await expect(page.getByLabel('Quantity')).toHaveValue('0')
  })

  await test.step('more units than the form takes lead to a person', async () => {
    await fill(page)
    await page.getByLabel('Quantity').fill('1001')
    await submit.click()
    await expect(page.getByLabel('Quantity')).toHaveAccessibleDescription(
      'Quantity must be at most 1000. For more units, please contact us.',
    )
    await axe(page)
    await noOverflow(page)
    await shot(page, 'preorder-too-many')
    await main.getByRole('link', { name: 'contact us' }).click()
    await expect(page).toHaveURL('/contact')
    await page.goBack()
  })
  await main.getByRole('link', { name: 'Back to products' }).click()
  await expect(page).toHaveURL('/products')
})

test('each of two tabs keeps its product and its message @desktop', async ({ page, context }) => {
  const heading = (tab: Page, name: string) => tab.getByRole('main').getByRole('heading', { name })
  const { submit } = await openForm(page)
  await fill(page)
  await page.getByLabel('Message').fill('For the bakery')

  const other = await context.newPage()
  await openForm(other, { ...chosen, id: '3', name: 'Other Arm', productName: 'Other Arm' })
  await expect(other.getByLabel('Name')).toHaveValue('Vera Visitor')
  await expect(other.getByLabel('Message')).toHaveValue('')
  await other.getByLabel('Message').fill('For the hall')

  await page.reload()
  await expect(heading(page, 'Mobile Assistant')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('For the bakery')
  await page.getByRole('link', { name: 'Back to products' }).click()
  await expect(page).toHaveURL('/products')
  await page.goBack()
  await expect(heading(page, 'Mobile Assistant')).toBeVisible()

  await submit.click()
  await expect(page.getByText('Pre-order submitted successfully!')).toBeVisible()
  await other.reload()
  await expect(heading(other, 'Other Arm')).toBeVisible()
  await expect(other.getByLabel('Message')).toHaveValue('For the hall')
})

test('places the pre-order once, tells what follows and leaves after 3 s @desktop', async ({ page }) => {
  await page.clock.install()
  const { main, submit } = await openForm(page)
  await fill(page)
  await page.getByLabel('Quantity').fill('2')
  const sent = await answerWith(page, (route) => route.continue())
  await page.clock.pauseAt(Date.now() + 60_000)
  await submit.dblclick()
  await expect(page.getByText('Pre-order submitted successfully!')).toBeVisible()
  await expect(main.getByRole('heading', { name: "Thank you. We've received your pre-order" })).toBeFocused()
  await expect(main.getByText(/We'll reply by \w{3} \d+ \w{3}, \d\d:\d\d \(CES?T\)\./)).toBeVisible()
  const delivery = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(
    Date.now() + 60 * 86_400_000,
  )
  await expect(main.getByText(delivery)).toBeVisible()
  await expect(main.getByText('Not confirmed yet')).toBeVisible()
  await expect(main.getByText('Open the link in our email to take your place in the queue.')).toBeVisible()
  expect(await stored(page, 'preorder_form')).toBeNull()
  expect(await stored(page, 'preOrderProduct')).toBeNull()
  expect(sent).toEqual([
    {
      name: 'Vera Visitor',
      email: 'vera@example.com',
      phone: '+31 20 555 0100',
      company: '',
      quantity: 2,
      message: '',
      productId: '2',
      idempotencyKey: expect.any(String),
      productName: 'Mobile Assistant',
    },
  ])

  const second = page.getByText('Our team will contact you soon to discuss your pre-order details.')
  await page.clock.runFor(999)
  await expect(second).toBeHidden()
  await page.clock.runFor(1)
  await expect(second).toBeVisible()
  await page.clock.runFor(1999)
  await expect(page).toHaveURL('/preorder')
  await page.clock.runFor(1)
  await expect(page).toHaveURL('/products')
})

test('thanks in a way that everybody can read', { tag: '@desktop' }, async ({ page }) => {
  // Nobody is sent on: the page has to stand still while it is looked at.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: TimerHandler, after?: number) =>
      after === 3000 ? 0 : setTimeout(run, after)) as typeof setTimeout
  })
  const { main, submit } = await openForm(page)
  await fill(page)
  await submit.click()
  await expect(main.getByRole('heading', { name: "Thank you. We've received your pre-order" })).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'preorder-placed')
})

test('refusals land where they belong and lose nothing @desktop', async ({ page, problems }) => {
  problems.allow(/ERR_FAILED|Failed to fetch/)
  const { main, submit } = await openForm(page)
  await fill(page)

  await answerWith(page, (route) =>
    route.fulfill(
      refusal([
        { message: 'Email must be confirmed first', field: ['email'] },
        { message: 'Phone must have at most 40 characters', field: ['phone'] },
      ]),
    ),
  )
  await submit.click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email must be confirmed first')
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/Phone must have at most 40 characters/)
  await expect(page.getByLabel('Email')).toBeFocused()

  await answerWith(page, (route) =>
    route.fulfill(refusal([{ message: 'The list is full', field: ['productName'] }])),
  )
  await submit.click()
  await expect(main.getByRole('alert').getByText('The list is full')).toBeVisible()

  await answerWith(page, (route) => route.fulfill(refusal([])))
  await submit.click()
  await expect(main.getByRole('alert').getByText('Failed to submit pre-order')).toBeVisible()

  await answerWith(page, (route) => route.abort())
  await submit.click()
  const lost = "Can't reach the shop. Check your connection and try again."
  await expect(main.getByRole('alert').getByText(lost)).toBeVisible()
  await expect(page.getByText(`❌ ${lost}`)).toBeVisible()
  await axe(page)
  await shot(page, 'preorder-failed')
  await expect(page.getByLabel('Name')).toHaveValue('Vera Visitor')
  expect(await stored(page, 'preorder_form')).toContain('Vera Visitor')
  expect(await stored(page, 'preOrderProduct')).toContain('Mobile Assistant')
})

test('is placed once although the answer was lost and it is sent again @desktop', async ({
  page,
  problems,
}) => {
  problems.allow(/ERR_FAILED|Failed to fetch/)
  const { main, submit } = await openForm(page)
  await fill(page)
  const placed: string[] = []
  await page.route(graph, async (route) => {
    if (operationOf(route.request()).operationName !== 'PreOrderCreate') return route.fallback()
    const answer = await route.fetch()
    placed.push((await answer.json()).data.preOrderCreate.preOrder.id)
    return placed.length === 1 ? route.abort() : route.fulfill({ response: answer })
  })
  await submit.click()
  await expect(main.getByRole('alert').getByText("Can't reach the shop.")).toBeVisible()
  await submit.click()
  await expect(main.getByRole('heading', { name: "Thank you. We've received your pre-order" })).toBeVisible()
  expect(placed).toEqual([placed[0], placed[0]])
})

test('who is signed in has name and email filled in, unless the draft has them @desktop', async ({
  page,
  server,
}) => {
  const { name, email, token } = await createAccount(server)
  await signInAs(page, token)
  await openForm(page)
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Name').fill('Somebody Else')
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Name')).toHaveValue('Somebody Else')
})

test('a draft is shown to its owner alone, and goes when they sign out @desktop', async ({
  page,
  server,
}) => {
  const ada = await createAccount(server, 'Ada Lovelace')
  await signInAs(page, ada.token)
  await openForm(page)
  await page.getByLabel('Phone').fill('+31 20 555 0100')
  await page.getByLabel('Company').fill('Engines')
  expect(await stored(page, 'preorder_form')).toContain('Engines')

  const eve = await createAccount(server, 'Eve Visitor')
  await page.evaluate((token) => localStorage.setItem('token', token), eve.token)
  await openForm(page)
  await expect(page.getByLabel('Name')).toHaveValue('Eve Visitor')
  await expect(page.getByLabel('Phone')).toHaveValue('')
  await page.evaluate(() => localStorage.removeItem('token'))
  await openForm(page)
  await expect(page.getByLabel('Name')).toHaveValue('')
  await expect(page.getByLabel('Company')).toHaveValue('')

  await signInAs(page, ada.token)
  await openForm(page)
  await expect(page.getByLabel('Company')).toHaveValue('Engines')
  await page.goto('/profile')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  expect(await stored(page, 'preorder_form')).toBeNull()
  expect(await stored(page, 'preOrderProduct')).toBeNull()
  await page.goto('/preorder')
  await expect(page.getByText('Please select a product first')).toBeVisible()
})
