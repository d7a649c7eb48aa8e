import type { Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { graphql } from './server'
import { expect, test } from './test'

type Tool = {
  name: string
  description: string
  inputSchema: { type: string; properties: object }
  annotations: { readOnlyHint?: boolean }
  execute(input: unknown): Promise<unknown>
}
type Context = { tools: Tool[]; registerTool(tool: Tool): Promise<void> }
type Answer = { content: [{ type: string; text: string }]; isError?: boolean }

/** Gives the page what a browser with WebMCP has. */
const withWebMCP = (page: Page) =>
  page.addInitScript(() => {
    const tools: Tool[] = []
    const registerTool = async (tool: Tool) => {
      if (tools.some(({ name }) => name === tool.name))
        throw new DOMException('registered already', 'InvalidStateError')
      tools.push(tool)
    }
    Object.defineProperty(Document.prototype, 'modelContext', { value: { tools, registerTool } })
  })

const context = () => (document as unknown as { modelContext: Context }).modelContext

const toolNames = (page: Page) => page.evaluate(`(${context})().tools.map(({ name }) => name)`)

/** Acts on the page, and waits for the tools. */
async function offered(page: Page, path: string) {
  await page.goto(path)
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift') // again until the application listens
      return toolNames(page)
    })
    .toEqual(names)
}

const names = ['search_products', 'check_fit', 'plan_cell', 'read_cart', 'add_to_cart']

const call = (page: Page, name: string, input: unknown) =>
  page.evaluate(
    `(${context})().tools.find(({ name }) => name === ${JSON.stringify(name)}).execute(${JSON.stringify(input)})`,
  ) as Promise<Answer>

const dataOf = ({ content, isError }: Answer) => {
  expect(isError, content[0].text).toBeUndefined()
  return JSON.parse(content[0].text)
}

const cell = {
  armId: '3',
  gripperId: '7',
  part: { mass: 2500, length: 80, width: 60, height: 60 },
  pick: { x: 450, y: -250, z: 230 },
  place: { x: 450, y: 250, z: 230, heading: 90 },
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Add this to your cart?' })

test('a browser without WebMCP loads nothing of it @desktop', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/products')
  await page.keyboard.press('Shift')
  await page.getByRole('main').click({ position: { x: 2, y: 2 } })
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  await page.waitForTimeout(500)
  expect(loaded.filter((path) => /webmcp|ucp/i.test(path))).toEqual([])
  for (const path of loaded.filter((each) => each.startsWith('/assets/') && each.endsWith('.js'))) {
    const text = await (await page.request.get(path)).text()
    expect.soft(text, path).not.toContain('search_products')
  }
})

test('tools are offered once the visitor has acted, and describe themselves @desktop', async ({ page }) => {
  await withWebMCP(page)
  await page.goto('/')
  await page.waitForTimeout(1000)
  expect(await toolNames(page)).toEqual([])
  await offered(page, '/')
  const tools = (await page.evaluate(`(${context})().tools.map(({ execute, ...rest }) => rest)`)) as Tool[]
  for (const { name, description, inputSchema, annotations } of tools) {
    expect(description.length, name).toBeGreaterThan(60)
    expect(inputSchema.type, name).toBe('object')
    expect(annotations.readOnlyHint ?? false, name).toBe(name !== 'add_to_cart')
  }
  // Tools that agents have over MCP, too, say there the same.
  for (const { name, description, inputSchema } of tools.slice(1, 3)) {
    const published = await (await page.request.get(`/ucp/schemas/${name}.json`)).json()
    expect(description, name).toBe(published.description)
    const { meta, ...properties } = published.$defs.arguments.properties
    expect(inputSchema, name).toEqual({ ...published.$defs.arguments, properties })
  }
  // Another page of the same document keeps them, and registers none twice.
  await page.getByRole('banner').getByRole('link', { name: 'About us' }).first().click()
  await expect(page).toHaveURL('/about')
  await page.keyboard.press('Shift')
  expect(await toolNames(page)).toEqual(names)
})

test('search and fit say what the graph says @desktop', async ({ page, server }) => {
  await withWebMCP(page)
  await offered(page, '/')
  const found = dataOf(await call(page, 'search_products', { query: 'six-axis fixed arm' }))
  const { product } = await graphql<{ product: object }>(
    server,
    '{ product(id: "3") { id name stock price { amount currency } priceWithTax { amount } delivery { from until } } }',
    {},
  )
  expect(found.products[0]).toMatchObject({ ...product, url: `${server.url}/products/3` })
  expect(dataOf(await call(page, 'search_products', {})).products.length).toBeGreaterThan(5)
  const fit = dataOf(await call(page, 'check_fit', { productIds: ['3', 7], partMassGrams: 2500 }))
  const { fitCheck } = await graphql<{ fitCheck: { outcome: string } }>(
    server,
    '{ fitCheck(productIds: ["3", "7"], partMassGrams: 2500) { outcome } }',
    {},
  )
  expect(fit.outcome).toBe(fitCheck.outcome)
  expect(fit.groups[0].lines.length).toBeGreaterThan(2)
  const planned = dataOf(await call(page, 'plan_cell', cell))
  const { cellPlan } = await graphql<{ cellPlan: Record<string, unknown> }>(
    server,
    'query ($cell: CellPlanInput!) { cellPlan(input: $cell) { outcome cycle { duration partsPerHour } } }',
    { cell },
  )
  expect(planned).toMatchObject(cellPlan)
  await page.goto(planned.url)
  await expect(page.getByLabel('Mass')).toHaveValue('2.5 kg')
})

test('nonsense is answered in words, and changes nothing @desktop', async ({ page, problems }) => {
  problems.allow(/CellPlan: .*Arm not found|FitCheck: .*must be between/)
  await withWebMCP(page)
  await offered(page, '/')
  for (const [name, input, words] of [
    ['search_products', { query: 7 }, 'query must be a text'],
    ['search_products', { query: 'x'.repeat(201) }, 'at most 200'],
    ['check_fit', {}, 'must be a list of IDs'],
    ['check_fit', { productIds: [] }, 'between 1 and 20'],
    ['check_fit', { productIds: Array(21).fill('1') }, 'between 1 and 20'],
    ['check_fit', { productIds: ['1; DROP'] }, 'A product ID is a number'],
    ['check_fit', { productIds: ['1'], partMassGrams: -1 }, 'between 0 and 1000000'],
    ['check_fit', { productIds: ['1'], partMassGrams: 'heavy' }, 'must be a whole number'],
    ['plan_cell', {}, 'not as the schema says'],
    ['plan_cell', { ...cell, lift: 5000 }, 'not as the schema says'],
    ['plan_cell', { ...cell, obstacles: 7 }, 'not as the schema says'],
    ['plan_cell', { ...cell, armId: '7' }, 'Arm not found among those for cell plans'],
    ['read_cart', null, 'Nobody is signed in'],
    ['add_to_cart', null, 'A product ID is a number'],
    ['add_to_cart', { productId: '3', quantity: 0 }, 'from 1 to 1000'],
    ['add_to_cart', { productId: '3', quantity: 1.5 }, 'from 1 to 1000'],
    ['add_to_cart', { productId: '999' }, 'no product 999'],
    ['add_to_cart', { productId: '6' }, "can't be bought now"],
  ] as const) {
    const { isError, content } = await call(page, name, input)
    expect.soft(isError, `${name} ${JSON.stringify(input)}`).toBe(true)
    expect.soft(content[0].text).toContain(words)
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('nothing comes into the cart without the person', async ({ page, server }) => {
  const { token } = await createAccount(server)
  await signInAs(page, token)
  await withWebMCP(page)
  await offered(page, '/products/3')
  const units = async () => dataOf(await call(page, 'read_cart', {})).items.length

  const declined = call(page, 'add_to_cart', { productId: '3', quantity: 2 })
  await expect(question(page)).toContainText('2 × Six-Axis Fixed Arm')
  await expect(question(page)).toContainText('$22,999.00 each, without tax')
  const meanwhile = await call(page, 'add_to_cart', { productId: '1' })
  expect(meanwhile.isError).toBe(true)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'webmcp-question')
  await page.keyboard.press('Escape')
  expect(dataOf(await declined)).toEqual({ added: false, reason: 'The person declined.' })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await units()).toBe(0)

  const agreed = call(page, 'add_to_cart', { productId: '2' })
  await question(page).getByRole('button', { name: 'Add to cart' }).click()
  expect(dataOf(await agreed)).toEqual({ added: true, units: 1, cart: `${server.url}/cart` })
  await expect(page.getByText('Added to cart as pre-order!')).toBeVisible()
  expect(await units()).toBe(1)
})

test('a visitor who agrees signs in first @desktop', async ({ page, server }) => {
  const { email, password } = await createAccount(server)
  await withWebMCP(page)
  await offered(page, '/')
  const agreed = call(page, 'add_to_cart', { productId: '2' })
  await question(page).getByRole('button', { name: 'Add to cart' }).click()
  expect(dataOf(await agreed).reason).toContain('signing in')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Added to cart as pre-order!')).toBeVisible()
})
