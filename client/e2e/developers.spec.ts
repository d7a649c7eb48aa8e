import { execFile, spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { adminToken } from './accounts'
import { sharedAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { graphql, newDataDir, type Server, until } from './server'
import { expect, test } from './test'

const run = promisify(execFile)

async function makeKey(server: Server, scopes: string[]) {
  const { apiKeyCreate } = await graphql<{ apiKeyCreate: { secret: string } }>(
    server,
    'mutation ($input: APIKeyCreateInput!) { apiKeyCreate(input: $input) { secret } }',
    { input: { name: 'Developers', scopes } },
    await sharedAdmin(server),
  )
  return apiKeyCreate.secret
}

/** What the button beside a block of code puts on the clipboard. */
async function copied(page: Page, name: string) {
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: `Copy ${name}`, exact: true }).click()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(read).not.toBe('')
  return read()
}

/** The values of an object by their paths, with those of the first entry of each list. */
function shape(value: unknown, path = ''): Record<string, string> {
  if (Array.isArray(value)) return shape(value[0], `${path}[]`)
  if (value === null || typeof value !== 'object') return { [path]: typeof value }
  return Object.assign({}, ...Object.entries(value).map(([key, each]) => shape(each, `${path}.${key}`)))
}

test('shows all APIs in one place, with links and without a barrier', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Developers' }).click()
  await expect(page).toHaveURL('/developers')
  await expect(page).toHaveTitle('Developers | Orrery Robotics')
  const parts = page.getByRole('navigation', { name: 'On this page' })
  await expect(parts.getByRole('link').first()).toBeVisible()
  for (const title of await parts.getByRole('link').allTextContents()) {
    await parts.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeInViewport()
  }
  await page.goto('/developers')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'developers')
})

test('every call that it shows runs as it stands', { tag: '@desktop' }, async ({ page, server, context }) => {
  test.slow() // runs a program for each
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const key = await makeKey(server, ['READ_ORDERS', 'READ_EVENTS'])
  const folder = await newDataDir()
  try {
    await page.goto('/developers')
    const main = page.getByRole('main')
    const buttons = main.getByRole('button', { name: /^Copy / })
    await expect(buttons.first()).toBeVisible()
    const labels = await buttons.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
    const names = labels.map((label) => String(label).replace('Copy ', ''))
    const output: Record<string, string> = {}
    for (const name of names.filter((each) => each !== 'receiver.mjs')) {
      const call = await copied(page, name)
      expect(call, name).toContain(server.url)
      const { stdout } = await run('sh', ['-c', `set -e\n${call.replaceAll('curl ', 'curl -sS --fail ')}`], {
        cwd: folder,
        env: { ...process.env, KEY: key },
        maxBuffer: 10_000_000,
      })
      output[name] = stdout
      const returned = main.getByRole('region', { name: `${name}: response` }).locator('pre')
      if (!(await returned.count())) continue
      const excerpt = (await returned.textContent()) ?? ''
      if (excerpt.startsWith('{'))
        expect(shape(JSON.parse(stdout)), name).toMatchObject(shape(JSON.parse(excerpt)))
      // Other tests may have changed what stands between.
      else
        for (const line of excerpt.split('\n')) expect(stdout, name).toContain(line.trim().split(/[\d|]/)[0])
    }
    // Other tests may have ordered.
    const orders = await graphql<object>(
      server,
      '{ orders(first: 20) { nodes { number status totalPrice { amount } } } }',
      {},
      await adminToken(server),
    )
    expect(JSON.parse(output['Query orders with a key'] ?? '')).toMatchObject({ data: orders })
    expect(JSON.parse(output['Query events with a key'] ?? '').errors).toBeUndefined()
    expect(JSON.parse(output['Download the OpenAPI description'] ?? '').openapi).toMatch(/^3\./)
    expect(output['Read the feed']).toMatch(/^<\?xml .*<\/rss>\s*$/s)
    const { stdout: files } = await run('ls', [folder])
    expect(await readFile(join(folder, files.trim()), 'latin1')).toMatch(/^%PDF-/)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the receiver that it shows takes genuine webhooks only', { tag: '@desktop' }, async ({
  page,
  server,
  context,
  newProduct,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/developers')
  const folder = await newDataDir()
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const url = `http://127.0.0.1:${port}/`
  await writeFile(join(folder, 'receiver.mjs'), await copied(page, 'receiver.mjs'))
  const { webhookCreate } = await graphql<{ webhookCreate: { secret: string } }>(
    server,
    'mutation ($input: WebhookCreateInput!) { webhookCreate(input: $input) { secret } }',
    { input: { url, kinds: ['stock.changed'] } },
    await sharedAdmin(server),
  )
  const receiver = spawn('node', ['receiver.mjs'], {
    cwd: folder,
    env: { ...process.env, FORCE_COLOR: '0', SECRET: webhookCreate.secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let received = ''
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  try {
    const forged = await until(30_000, () =>
      fetch(url, {
        method: 'POST',
        headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
        body: '{"type":"forged"}',
      }).catch(() => undefined),
    )
    expect(forged.status).toBe(401)
    const product = await newProduct('Spare part')
    await product.change({ stock: 3 })
    await expect.poll(() => received, { timeout: 30_000 }).toContain("type: 'stock.changed'")
    expect(received).not.toContain('forged')
  } finally {
    receiver.kill()
    await rm(folder, { recursive: true })
  }
})
