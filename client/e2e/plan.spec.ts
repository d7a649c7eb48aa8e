import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { axe, holdToasts, noOverflow, shot } from './checks'
import { answer, graph } from './graph'
import { expect as atOnce, test } from './test'

// There is no GPU: the browser's own software draws, which takes its time on a busy machine.
const expect = atOnce.configure({ timeout: 20_000 })
test.describe.configure({ timeout: 180_000 })
test.use({ actionTimeout: 30_000 })

const verdict = (page: Page) => page.locator('.plan-results h2').first()
const works = /^This cell works|^No conflicts/
const failed = /^\d+ checks? failed$/
const undo = (page: Page) => page.locator('.plan-tools').getByRole('button', { name: 'Undo' })
const row = (page: Page, name: string) =>
  page.locator('.plan-items').getByRole('button', { name: new RegExp(`^${name} [−\\d]`) })
/** An item's handle on the plan from above. */
const handle = (page: Page, name: string) =>
  page.locator(`.plan-handle[aria-label^="${name}: "]:not([aria-label$="elevation"])`)

/** Opens a plan. */
async function open(page: Page, path = '/plan') {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Plan a robot cell' })).toBeVisible()
  await expect(page.locator('.plan')).toBeVisible()
}

/** Opens a plan in a browser that draws nothing in three dimensions: the drawing is what everybody gets then. */
async function openFlat(page: Page, path?: string) {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await open(page, path)
  if ((page.viewportSize()?.width ?? 0) >= 1024)
    await expect(page.getByText(/^3D needs WebGL 2/)).toBeVisible()
}

async function openGroup(page: Page, title: string) {
  const summary = page.locator('.plan-setup summary').filter({ hasText: title })
  if (!(await summary.locator('..').evaluate((details: HTMLDetailsElement) => details.open)))
    await summary.click()
}

/** On phones, as the line with the verdict does, which then covers nothing. */
async function toResults(page: Page) {
  if ((page.viewportSize()?.width ?? 0) < 1024)
    await page.locator('.plan-results').evaluate((results) => results.scrollIntoView({ behavior: 'instant' }))
}

/** At 320 px, too, beside the results. */
async function noOverflowThere(page: Page) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 800 })
  await toResults(page)
  await noOverflow(page)
  if (before) await page.setViewportSize(before)
}

/** Drags the middle of an element with the mouse. */
async function drag(page: Page, element: Locator, dx: number, dy: number) {
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (!box) throw new Error('nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const part of [0.25, 0.5, 0.75, 1]) await page.mouse.move(x + dx * part, y + dy * part)
  await page.mouse.up()
}

async function downloads(page: Page) {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  const file = await coming
  expect((await readFile(await file.path())).subarray(0, 7).toString()).toBe('%PDF-1.')
}

test('from parts of 2.5 kg and a machine 3 m away to a quote, by mouse', async ({ page, server }) => {
  const { token } = await createAccount(server)
  await signInAs(page, token)
  await openFlat(page)
  await expect(verdict(page)).toHaveText(works)

  // Without the rail the arm can't reach that far; one press brings it back.
  await openGroup(page, 'Machine')
  await page.getByLabel('Stands on').selectOption({ label: 'Floor' })
  await expect(verdict(page)).toHaveText(failed)
  await openGroup(page, 'Part')
  await page.getByLabel('Mass').fill('2500 g')
  await page.getByLabel('Mass').blur()
  await expect(page.getByLabel('Mass')).toHaveValue('2.5 kg')
  await shot(page, 'plan-fails')
  await toResults(page)
  await axe(page)
  await page
    .getByRole('list', { name: 'What would help' })
    .getByRole('button', { name: /rail/i })
    .first()
    .click()
  await expect(verdict(page)).toHaveText(works)
  await expect(page.getByLabel('Stands on').locator('option:checked')).toHaveText(/Rail/)

  // Dragging changes coordinates, address and answer; undoing and Back bring each other's plan.
  await openGroup(page, 'Points and objects')
  await expect(row(page, 'Place')).toContainText('2,250')
  const before = page.url()
  await drag(page, handle(page, 'Place'), -20, 0)
  await expect(row(page, 'Place')).not.toContainText('2,250')
  await expect(page).not.toHaveURL(before)
  await undo(page).click()
  await expect(row(page, 'Place')).toContainText('2,250')
  await page.goBack()
  await expect(row(page, 'Place')).not.toContainText('2,250')
  await undo(page).click()
  await expect(row(page, 'Place')).toContainText('2,250')

  await page.getByRole('button', { name: 'Play cycle' }).click()
  await expect.poll(() => page.getByRole('slider', { name: 'Time in the cycle' }).inputValue()).not.toBe('0')
  await page.getByRole('button', { name: 'Pause' }).click()
  await shot(page, 'plan-works')
  await toResults(page)
  await axe(page)
  await noOverflowThere(page)

  await page.getByRole('button', { name: /^Add (\d+ )?to cart$/ }).click()
  await expect(page.getByText(/^\d products? added to cart$/)).toBeVisible()

  await page.getByRole('button', { name: 'Quote as PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quote as PDF' })
  await dialog.getByRole('button', { name: 'Create PDF' }).click()
  await expect(dialog.getByRole('heading', { name: /^Your quote QU-\d{6} is ready$/ })).toBeFocused()
  await downloads(page)
})

test('the same by keyboard', { tag: '@desktop' }, async ({ page }) => {
  await openFlat(page)
  const keys = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name)
  }
  await page.getByLabel('Stands on').focus()
  await keys('Home')
  await expect(verdict(page)).toHaveText(failed)
  await page
    .getByRole('list', { name: 'What would help' })
    .getByRole('button', { name: /rail/i })
    .first()
    .focus()
  await keys('Enter')
  await expect(verdict(page)).toHaveText(works)

  // The list and the drawing take the same keys.
  await row(page, 'Place').focus()
  await keys('Enter', 'ArrowLeft', 'ArrowLeft', 'Shift+ArrowUp', 'PageUp')
  await expect(row(page, 'Place')).toContainText('2,230, −50, 550')
  await handle(page, 'Place').focus()
  await keys('Shift+ArrowLeft')
  await expect(row(page, 'Place')).toContainText('2,130, −50, 550')
  await expect(page.locator('[aria-live="polite"]').getByText(/parts per hour/)).toBeAttached()
  await keys('Control+z')
  await expect(row(page, 'Place')).toContainText('2,230')
  await keys('Control+z', 'Control+Shift+z')
  await expect(row(page, 'Place')).toContainText('2,230')

  await page.getByLabel('Place y').focus()
  await page.keyboard.type('-0.1 m')
  await keys('Tab')
  await expect(page.getByLabel('Place y')).toHaveValue('−100 mm')
  await page.getByLabel('Place z').fill('high')
  await keys('Tab')
  await expect(page.getByLabel('Place z')).toHaveAccessibleDescription(/^Between 0 mm and/)
  await page.getByLabel('Place z').focus()
  await keys('Escape')
  await expect(page.getByLabel('Place z')).toHaveValue('550 mm')

  await page.getByRole('button', { name: 'Add box' }).focus()
  await keys('Enter')
  await expect(row(page, 'Box')).toBeFocused()
  await page.getByRole('button', { name: 'Remove Box' }).focus()
  await keys('Enter')
  await expect(row(page, 'Box')).toHaveCount(0)

  await page.getByRole('button', { name: 'Quote as PDF' }).focus()
  await keys('Enter')
  const dialog = page.getByRole('dialog', { name: 'Quote as PDF' })
  await dialog.getByLabel('Name').focus()
  await page.keyboard.type('Ada King')
  await dialog.getByLabel('Email').focus()
  await page.keyboard.type('ada@example.com')
  await keys('Enter')
  await expect(dialog.getByRole('heading', { name: /is ready$/ })).toBeFocused()
  await downloads(page)
})

test('by finger, with the verdict in sight', { tag: '@mobile' }, async ({ page }) => {
  await open(page)
  const place = handle(page, 'Place')
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (!box) throw new Error('nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const before = page.url()
  const scrolled = await page.evaluate(() => scrollY)
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x, y })
  for (let far = 5; far <= 40; far += 5) await touch('touchMove', { x: x - far / 2, y: y - far })
  await touch('touchEnd')
  await expect(page).not.toHaveURL(before)
  expect(await page.evaluate(() => scrollY), 'the page stays where it is').toBe(scrolled)

  const summary = page.locator('.plan-summary')
  await expect(summary).toBeInViewport({ ratio: 1 })
  await expect(async () =>
    expect(await summary.textContent()).toContain(await verdict(page).textContent()),
  ).toPass({ timeout: 20_000 })
  await summary.click()
  await expect(verdict(page)).toBeInViewport()
})

test('in three dimensions, and where those are missing', { tag: '@desktop' }, async ({ page }) => {
  await open(page)
  const view = page.getByRole('application', { name: '3D view of the cell' })
  await expect(page.locator('.motion-label').filter({ hasText: 'Place' })).toBeVisible()
  await view.scrollIntoViewIfNeeded()
  await shot(page, 'plan-3d')
  await axe(page)

  // The label stands 140 mm and some pixels over the point.
  const label = await page.locator('.motion-label').filter({ hasText: 'Place' }).boundingBox()
  if (!label) throw new Error('the point has no label')
  const [x, y] = [label.x + label.width / 2, label.y + label.height + 22]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const part of [0.5, 1]) await page.mouse.move(x - 40 * part, y)
  await page.mouse.up()
  await expect(row(page, 'Place')).not.toContainText('2,250')

  await view.evaluate((canvas: HTMLCanvasElement) =>
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
  )
  await expect(page.getByText(/^3D needs WebGL 2/)).toBeVisible()
  await expect(handle(page, 'Place')).toBeVisible()
})

test('a plan is its link, and two are compared', { tag: '@desktop' }, async ({ page }) => {
  await openFlat(page, '/plan?v=1&p=a3')
  await expect(page.getByText("This link can't be read: part of it is missing or changed.")).toBeVisible()
  await open(page, '/plan?v=9&p=a3.x')
  await expect(page.getByText('This link is from a newer version of the planner.')).toBeVisible()
  await open(page, '/plan?arm=3')
  await expect(page.getByLabel('Arm', { exact: true }).locator('option:checked')).toHaveText(/Fixed Arm/)

  await open(page)
  await page.getByLabel('Parts per hour').fill('400')
  await expect(page).toHaveURL(/\.n400\./)
  const link = page.url()
  await page.getByLabel('Parts per hour').fill('200')
  await expect(page).toHaveURL(/\.n200\./)
  await page.getByRole('button', { name: 'Compare with…' }).click()
  await page.getByLabel('Link to another plan').fill('https://example.com/plan?v=1&p=nothing')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByText("This link doesn't hold a plan.")).toBeVisible()
  await page.getByLabel('Link to another plan').fill(link)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const table = page.getByRole('region', { name: 'Comparison of two plans' })
  await expect(table.getByText('200 wanted')).toBeVisible()
  await expect(table.getByText('400 wanted')).toBeVisible()
  await shot(page, 'plan-compare')
  await axe(page)
  await noOverflow(page)
  const both = page.url()
  await page.getByRole('button', { name: 'Swap plans' }).click()
  await expect(page.getByLabel('Parts per hour')).toHaveValue('400')
  await page.goto(new URL(both).pathname + new URL(both).search)
  await expect(table.getByText('400 wanted')).toBeVisible()
})

test('says what it can not load or calculate', { tag: '@desktop' }, async ({ page, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await openFlat(page)
  const requests = await answer(page, 'CellPlan', 'offline')
  await page.getByLabel('Parts per hour').fill('123')
  await expect(page.getByRole('alert').getByText("Couldn't calculate this plan")).toBeVisible()
  expect(requests.length).toBeGreaterThan(0)
  await axe(page)
  await page.unroute(graph)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('123 wanted')).toBeVisible()
})

test('a plan is kept under a name, renamed and deleted, and each of that undone', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const { email, password } = await createAccount(server)
  await openFlat(page)
  await page.getByLabel('Parts per hour').fill('250')
  await expect(page).toHaveURL(/\.n250\./)
  const address = page.url()

  // Whoever signs in comes back to the plan.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Sign in/i })
    .click()
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Saved plans' })).toBeFocused()
  await expect(page.getByText('No saved plans yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Save plan' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name of this plan').fill('Line 4')
  await page.getByRole('button', { name: 'Save plan' }).click()
  const saved = page.getByRole('region', { name: 'Saved plans' })
  const named = (name: string) => saved.getByRole('link', { name, exact: true })
  await expect(named('Line 4')).toHaveAttribute('href', new URL(address).pathname + new URL(address).search)
  await shot(page, 'plan-saved')
  await axe(page)
  await noOverflow(page)

  const notifications = page.getByRole('region', { name: 'Notifications' })
  await saved.getByRole('button', { name: 'Rename Line 4' }).click()
  await saved.getByLabel('New name of Line 4').fill('Line 5')
  await page.keyboard.press('Enter')
  await holdToasts(page)
  await expect(named('Line 5')).toBeVisible()
  await notifications.getByRole('button', { name: 'Undo' }).last().click()
  await expect(named('Line 4')).toBeVisible()
  await saved.getByRole('button', { name: 'Delete Line 4' }).click()
  await expect(named('Line 4')).toHaveCount(0)
  await notifications.getByRole('button', { name: 'Undo' }).last().click()
  await expect(named('Line 4')).toBeVisible()

  await page.getByLabel('Parts per hour').fill('350')
  await saved.getByRole('link', { name: 'Compare with Line 4' }).click()
  const table = page.getByRole('region', { name: 'Comparison of two plans' })
  await expect(table.getByText('350 wanted')).toBeVisible()
  await expect(table.getByText('250 wanted')).toBeVisible()
})
