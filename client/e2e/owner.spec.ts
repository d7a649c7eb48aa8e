import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { adminToken } from './accounts'
import { axe, shot } from './checks'
import { letterTo } from './letters'
import { filledDataDir, graphql, newDataDir, removeDataDir, type Server, startServer } from './server'
import { test as base, expect } from './test'

const top = resolve(import.meta.dirname, '../..')
const owner = 'owner@palletwerk.example'
const buyer = 'buyer@dock.example'
const password = 'Long-Enough-1!'
// It names no account of the demo and nothing of its products.
const seeded = /Orrery|Winkelwerk/i

const run = (args: string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(join(top, '.bin/orrery'), args, {
    cwd: top,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })

/** A shop that `orrery init` has set up on an empty database, and the path at which its owner sets a password. */
const test = base.extend<{ made: { dataDir: string; path: string; shop: Server } }, object>({
  made: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const dataDir = await newDataDir()
      const answers = {
        name: 'Palletwerk',
        'legal-name': 'Palletwerk GmbH',
        email: 'hello@palletwerk.example',
        country: 'DE',
        street: 'Hafenstrasse 1',
        'postal-code': '20457',
        city: 'Hamburg',
        'country-name': 'Germany',
        admin: owner,
      }
      const flags = Object.entries(answers).flatMap(([name, value]) => [`-${name}`, value])
      const { stdout } = await run(['init', ...flags], { DATA_DIR: dataDir, DEMO: '0' })
      const { pathname, search, hash } = new URL(/https?:\/\/\S+/.exec(stdout)?.[0] ?? '')
      const shop = await startServer(dataDir, { DEMO: '0' })
      await use({ dataDir, path: pathname + search + hash, shop })
      await shop.stop()
      await removeDataDir(dataDir)
    },
    { timeout: 90_000 },
  ],
  baseURL: ({ made }, use) => use(made.shop.url),
})

/** Pastes cells of a spreadsheet where the focus is. */
async function paste(page: Page, rows: string[]) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), rows.join('\n'))
  await page.keyboard.press('Control+V')
}

const part = (main: Locator, name: string) => main.getByRole('region', { name, exact: true })

test('an owner makes a shop of an empty database', { tag: '@desktop' }, async ({ page, context, made }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const main = page.getByRole('main')

  await test.step('sets a password and signs in', async () => {
    await page.goto(made.path)
    await page.getByLabel('New Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm New Password').fill(password)
    await page.keyboard.press('Enter')
    await main.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(owner)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/login')
  })

  await test.step('tells buyers where to pay', async () => {
    await page.goto('/admin/settings')
    await expect(main.getByLabel('Shop name')).toHaveValue('Palletwerk')
    await main.getByLabel('Account holder').fill('Palletwerk GmbH')
    await main.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
    await main.getByLabel('BIC').fill('COBADEFFXXX')
    await main.getByLabel('Order prefix').fill('PW-')
    await main.getByRole('button', { name: 'Add filter' }).click()
    await paste(page, ['Palletising\tpalletising', 'Grippers\tgrippers'])
    await main.getByRole('button', { name: 'Add footer link' }).click()
    await paste(page, ['Palletisers\tpalletising'])
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Settings were saved')).toBeVisible()
  })

  const first = await test.step('makes a product as rich as those of the demo', async () => {
    await page.goto('/admin/products')
    await main.getByRole('link', { name: 'Add product' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Palletiser P20')
    await dialog.getByLabel('Price').fill('48500')
    await dialog.getByLabel('Stock').fill('4')
    await dialog.getByLabel('Category').fill('Industrial / Palletising')
    await dialog.getByRole('button', { name: 'Add product' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Add content' }).click()
    await expect(main.getByRole('heading', { level: 1, name: 'Palletiser P20' })).toBeVisible()

    await main.getByLabel('Model code').fill('PW-P20')
    await main.getByLabel('Short description').fill('Stacks 12 boxes a minute to a height of 2 m.')
    await main
      .getByLabel('Description', { exact: true })
      .first()
      .fill('The column lifts 20 kg.\n\nIt is set up in a day and moves to another line on a pallet truck.')
    await main.getByLabel('Tags').fill('palletiser, end of line')
    await main
      .getByLabel('Add pictures')
      .setInputFiles(['rail-arm', 'gripper', 'cobot'].map((name) => join(top, 'media/stills', `${name}.jpg`)))
    await main.getByLabel('Describe the main picture').fill('Palletiser beside a conveyor')
    await main.getByLabel('Describe picture 2').fill('Vacuum gripper with a box')
    await main.getByLabel('Describe picture 3').fill('Column from behind')

    const film = part(main, 'Film')
    await film.getByLabel('Add a film').focus()
    await film.getByLabel('Add a film').setInputFiles(join(import.meta.dirname, 'fixtures/film.mp4'))
    await expect(film.getByLabel('Describe the film')).toBeFocused()
    await page.keyboard.type('It sets a box on the pallet.')
    await film.getByRole('button', { name: 'Use the current frame' }).click()
    await expect(film.getByRole('img', { name: 'Poster' })).toBeVisible()
    await film.getByLabel('Add captions').setInputFiles(join(import.meta.dirname, 'fixtures/film.vtt'))
    await film.getByLabel('Language of the captions').fill('de')

    await main.getByRole('button', { name: 'Add figure' }).click()
    await paste(page, [
      'Payload\t20 kg',
      'Reach\t1400 mm',
      'Rate\t12 boxes/min',
      'Mass\t480 kg',
      'Height\t2000 mm',
      'Lead time\t5 weeks',
    ])
    await main.getByRole('button', { name: 'Add highlight' }).click()
    await paste(page, [
      '20 kg payload',
      'Two pallet places',
      'Moves on a pallet truck',
      'No fence with a scanner',
    ])
    await main.getByRole('button', { name: 'Add module' }).click()
    await paste(page, ['Column with arm', 'Vacuum gripper', 'Controller', 'Pallet sensors', 'Manual'])

    const specs = part(main, 'Specifications')
    for (const [index, [title, ...rows]] of [
      ['Mechanics', 'Payload\t20 kg', 'Reach\t1400 mm', 'Stroke of the column\t1600 mm', 'Mass\t480 kg'],
      ['Performance', 'Rate\t12 boxes/min', 'Repeatability\t±0.5 mm', 'Speed\t1.8 m/s'],
      ['Electrical', 'Supply\t400 V AC, 50 Hz', 'Power\t2.2 kW', 'Air\t6 bar'],
    ].entries()) {
      await specs.getByRole('button', { name: 'Add group' }).click()
      await page.keyboard.type(title ?? '')
      await specs.getByRole('button', { name: 'Add specification' }).nth(index).click()
      await paste(page, rows)
    }
    const features = part(main, 'Features')
    for (const [index, [title = '', text = '']] of [
      ['Patterns by drawing', 'Draw the layer on the pendant. The machine finds the order.'],
      ['Two places', 'One pallet is taken away while the other one fills.'],
      ['Safe without a fence', 'A laser scanner slows it down when somebody comes close.'],
    ].entries()) {
      await features.getByRole('button', { name: 'Add feature' }).click()
      await page.keyboard.type(title)
      await features.getByLabel(`Description of feature ${index + 1}`).fill(text)
    }
    const plans = part(main, 'Payment plans')
    for (const [name, price, period, lines] of [
      ['Rental', '€2,400', 'per month', 'Machine and gripper\nMaintenance'],
      ['Purchase', '€48,500', 'one-time', 'Machine and gripper\nWarranty of 36 months'],
      ['Service contract', '€390', 'per month', 'Two visits a year\nSpare parts'],
    ] as const) {
      await plans.getByRole('checkbox', { name }).check()
      const plan = plans.getByRole('group', { name })
      await plan.getByLabel('Title').fill(name)
      await plan.getByLabel('Price').fill(price)
      await plan.getByLabel('Period').fill(period)
      await plan.getByLabel('What it includes').fill(lines)
    }
    const technical = part(main, 'Technical details')
    await technical.getByRole('button', { name: 'Add list' }).click()
    await page.keyboard.type('Controller')
    await technical.getByRole('button', { name: 'Add detail' }).click()
    await paste(page, ['Control cycle of 2 ms', '8 inputs, 8 outputs', 'PROFINET'])
    const search = part(main, 'Search engines')
    await search.getByLabel('Title').fill('Palletiser P20 for 20 kg')
    await search.getByLabel('Description').fill('Stacks 12 boxes of 20 kg a minute, without a fence.')
    await publish(page, 'Palletiser P20')
    return new URL(page.url()).pathname.split('/').pop()
  })

  await test.step('makes two more of it', async () => {
    for (const [name, model, price] of [
      ['Palletiser P40', 'PW-P40', '61200'],
      ['Palletiser P60', 'PW-P60', '74800'],
    ] as const) {
      await page.goto(`/admin/products/${first}`)
      await main.getByRole('button', { name: 'Duplicate' }).click()
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Copy of Palletiser P20')
      await main.getByLabel('Name', { exact: true }).fill(name)
      await main.getByLabel('Model code').fill(model)
      await main.getByLabel('Price', { exact: true }).first().fill(price)
      await main.getByLabel('State').selectOption({ label: 'For sale' })
      await publish(page, name)
    }
    await page.goto('/products')
    await expect(main.getByRole('heading', { name: /^Palletiser/ })).toHaveCount(3)
    const filters = main.getByRole('group', { name: 'Category' })
    await expect(filters.getByRole('radio')).toHaveCount(3)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Palletisers' }).click()
    await expect(filters.getByLabel('Palletising')).toBeChecked()
    await expect(main.getByRole('heading', { name: /^Palletiser/ })).toHaveCount(3)
    await filters.getByText('Grippers').click()
    await expect(main.getByText('No products found')).toBeVisible()
    await shot(page, 'owner-products')
  })

  await test.step('shows all of it on the page of the product', async () => {
    await page.goto(`/products/${first}`)
    for (const text of ['20 kg', '36 months', '5 weeks', 'Two pallet places', '€48,500'])
      await expect(main.getByText(text).first()).toBeVisible()
    await expect(main.getByRole('img', { name: 'Palletiser beside a conveyor' }).first()).toBeVisible()
    await axe(page)
    await shot(page, 'owner-product')

    await main.getByRole('button', { name: 'Watch Demo' }).first().click()
    const demo = page.getByRole('dialog', { name: 'Palletiser P20 demo' })
    await expect(demo.getByText('It sets a box on the pallet.')).toBeVisible()
    await expect(demo.locator('video')).toHaveAttribute('poster', /^\/media\/[0-9a-f]{32}-320\.jpg$/)
    await demo.getByRole('button', { name: 'Play: Palletiser P20' }).first().press('k')
    const position = demo.getByRole('slider', { name: 'Video position' })
    await expect(position).toHaveAttribute('aria-valuemax', '8')
    await expect
      .poll(() => demo.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0)
    await page.keyboard.press('k')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(position).toHaveAttribute('aria-valuetext', '0:05 of 0:08')
    await page.keyboard.press('c')
    await expect(demo.getByRole('button', { name: 'Captions', pressed: true })).toBeVisible()
    const captions = await demo
      .locator('video')
      .evaluate(async ({ textTracks: [track] }: HTMLVideoElement) => {
        while (!track?.cues?.length) await new Promise((next) => setTimeout(next, 50))
        return [track.language, track.label, track.mode, (track.cues[0] as VTTCue).text]
      })
    expect(captions).toEqual(['de', 'German', 'showing', 'A mark travels along a rail.'])
    await axe(page)
    await shot(page, 'owner-film')
    await page.keyboard.press('Escape')

    const sheet = await page.request.get(`/api/v1/products/${first}/datasheet.pdf`)
    const printed = pdfText(await sheet.body())
    expect(printed).toContain('Palletiser P20')
    expect(printed).not.toMatch(seeded)
    await page.goto(`/products/${first}?tab=specs`)
    await expect(main.getByText('Stroke of the column').first()).toBeVisible()
  })

  await test.step('a customer orders, and is written to', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/register')
    await page.getByLabel('Full Name').fill('Berta Buyer')
    await page.getByLabel('Email Address').fill(buyer)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).not.toHaveURL('/register')
    await page.goto(`/products/${first}`)
    await main.getByRole('button', { name: 'Get Quote' }).first().click()
    await expect(page.getByText('Added to cart successfully!')).toBeVisible()
    await page.goto('/checkout')
    await expect(main.getByLabel('Country')).toHaveValue('DE')
    await main.getByLabel('Address').fill('Kai 3')
    await main.getByLabel('Postal code').fill('20457')
    await main.getByLabel('City').fill('Hamburg')
    await main.getByRole('button', { name: /^Place order/ }).click()
    await expect(main.getByText(/PW-\d+/).first()).toBeVisible()
    const coming = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Invoice (PDF)' }).click()
    const invoice = pdfText(await readFile(await (await coming).path()))
    expect(invoice).toContain('Palletiser P20')
    expect(invoice).not.toMatch(seeded)
    const letter = await letterTo(made.shop, buyer, { subject: undefined, count: 2 })
    expect(letter.text).toContain('Palletiser P20')
    expect(letter.text).toContain('DE89 3704 0044 0532 0130 00')
    expect(`${letter.subject} ${letter.text}`).not.toMatch(seeded)
  })

  await test.step('the seeded brand is nowhere', async () => {
    const sitemap = await (await page.request.get('/sitemap.xml')).text()
    const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
      ([, path]) => path || '/',
    )
    expect(listed.length).toBeGreaterThan(10)
    const answers = [
      '/graphql?query={settings{name}}',
      '/api/v1/products',
      '/api/v1/team',
      '/llms.txt',
      '/robots.txt',
    ]
    for (const path of [...listed, '/login', '/register', '/cart', '/preorder', '/nothing', ...answers]) {
      const text = await (await page.request.get(path)).text()
      expect(text.match(seeded)?.[0], path).toBeUndefined()
    }
    for (const path of [
      '/',
      '/about',
      '/technologies',
      '/software',
      '/terms',
      '/privacy',
      '/contact',
      '/checkout',
    ]) {
      await page.goto(path)
      expect(await page.locator('body').textContent(), path).not.toMatch(seeded)
      expect(await page.title(), path).not.toMatch(seeded)
    }
  })
})

test('the catalogue of another shop comes by file, with the same pages @desktop', async ({
  made: { shop, path },
}) => {
  const dataDir = await filledDataDir()
  const other = await startServer(dataDir)
  const token = await adminToken(other)
  const admin = { authorization: `Bearer ${token}` }
  const owner = { authorization: `Bearer ${await firstToken(shop, path)}` }
  const file = await exportOf(other, admin)
  const imported = await fetch(`${shop.url}/api/v1/imports/products`, {
    method: 'POST',
    headers: { ...owner, 'content-type': 'application/json' },
    body: file,
  })
  expect(imported.status, await imported.text()).toBe(200)
  expect(await exportOf(shop, owner)).toBe(file)

  // Reviews are no part of a catalogue.
  const { reviews } = await graphql<{ reviews: { nodes: { id: string }[] } }>(
    other,
    '{ reviews(first: 100, filter: { hidden: false }) { nodes { id } } }',
    {},
    token,
  )
  for (const { id } of reviews.nodes)
    await graphql(
      other,
      'mutation ($input: ReviewHideInput!) { reviewHide(input: $input) { userErrors { message } } }',
      { input: { id, hidden: true } },
      token,
    )
  const ids = (JSON.parse(file) as { id: string; listed: boolean }[])
    .filter(({ listed }) => listed)
    .map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(9)
  for (const id of ids) {
    const page = `/products/${id}`
    expect(await mainOf(shop, page), page).toBe(await mainOf(other, page))
  }
  await other.stop()
  await removeDataDir(dataDir)
})

const exportOf = async ({ url }: Server, headers: Record<string, string>) =>
  (await fetch(`${url}/api/v1/exports/products.json`, { headers })).text()

/** What a page says between header and footer, as it comes from the server. */
async function mainOf({ url }: Server, path: string) {
  let main = ''
  // A busy server leaves rendering to the browser.
  await expect(async () => {
    ;[main = ''] = /<main[\s\S]*<\/main>/.exec(await (await fetch(url + path)).text()) ?? []
    expect(main, `${path} is rendered`).not.toBe('')
  }).toPass({ timeout: 20_000 })
  return main
}

/** Sets the owner's first password and signs in. */
async function firstToken(shop: Server, path: string) {
  const token = new URL(path, shop.url).searchParams.get('token')
  await graphql(shop, 'mutation ($input: PasswordResetInput!) { passwordReset(input: $input) { reset } }', {
    input: { token, newPassword: password },
  })
  const { userLogin } = await graphql<{ userLogin: { token: string } }>(
    shop,
    'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token } }',
    { input: { email: owner, password } },
  )
  return userLogin.token
}

/** What a PDF of the shop says, whose texts are in UTF-16 in compressed streams, with what it says about itself. */
function pdfText(file: Buffer) {
  const text = [file]
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 1)) {
    try {
      text.push(inflateSync(file.subarray(at + 'stream\n'.length)))
    } catch {
      // The end of a stream, or one of another kind.
    }
  }
  return Buffer.concat(text).toString('latin1').replaceAll('\0', '')
}

/** Publishes the draft once it is saved, which may show the product in the catalogue. */
async function publish(page: Page, name: string) {
  const bar = page.getByRole('region', { name: 'Draft' })
  await expect(bar.getByRole('status')).toHaveText('Saved')
  await bar.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', {
    name: new RegExp(`^(Publish|Show) ${name}( in the catalogue)?\\?$`),
  })
  await dialog.getByRole('button', { name: /^(Publish|Show)$/ }).click()
  await expect(dialog).toBeHidden()
}
