import type { Locator, Page } from '@playwright/test'
import { axe, noOverflow, shot } from './checks'
import { expect as atOnce, test } from './test'

// There is no GPU: the browser's own software draws, which takes its time on a busy machine.
const expect = atOnce.configure({ timeout: 20_000 })
test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 60_000 })

const code = /\/assets\/SeeItMov-[^/]*\.js$/

/** The product's page with the view opened and the machine built. */
async function open(page: Page, id: number) {
  await page.goto(`/products/${id}`)
  await page.getByRole('button', { name: 'See it move' }).click()
  await built(page)
}

const built = (page: Page) => page.locator('.motion-label').first().waitFor({ state: 'attached' })

const fact = (page: Page, label: string) => page.getByRole('term').filter({ hasText: label }).locator('+ dd')
const slider = (page: Page, name: string) => page.getByRole('slider', { name })

/** Words over the drawing. */
const label = (page: Page, text: string) => page.locator('.motion-label:visible', { hasText: text })

/** Waits until the view looks different, or the same again. */
async function looks(view: Locator, before: Buffer, same = false) {
  await expect.poll(async () => (await view.screenshot()).equals(before)).toBe(same)
}

test('moves the fixed arm within its limits, to where it was worked out by hand', {
  tag: '@desktop',
}, async ({ page }) => {
  await undrawn(page)
  const loaded: string[] = []
  page.on('request', (request) => code.test(request.url()) && loaded.push(request.url()))
  await page.goto('/products/3')
  await page.waitForLoadState('networkidle')
  expect(loaded, 'what is loaded before anybody asks for it').toEqual([])
  await page.getByRole('button', { name: 'See it move' }).click()
  await expect(page.getByText('See it move').locator('visible=true').last()).toBeFocused()
  // A preload and the import of a module may be two requests.
  expect(new Set(loaded).size).toBe(1)
  await built(page)

  const tool = fact(page, 'Tool point')
  const gripper = page.getByRole('group', { name: 'Gripper mounted' })
  // 195 + 475 + 425 + 118 up; 125 + 101 + 10 to the side, and 166 of gripper.
  for (const axis of [1, 2, 3, 4, 5, 6]) await slider(page, `Axis ${axis} · `).fill('0')
  await expect(tool).toHaveText('X 0, Y −402, Z 1213 mm')
  await gripper.getByText('None').click()
  await expect(tool).toHaveText('X 0, Y −236, Z 1213 mm')
  await expect(slider(page, 'Gripper · opening')).toHaveCount(0)
  await slider(page, 'Axis 2').fill('90')
  await expect(tool).toHaveText('X 1018, Y −236, Z 195 mm')
  // The root of 1018² + 236² + 195².
  await expect(fact(page, 'From the base')).toHaveText('1063 mm')
  await expect(page.locator('[aria-live="polite"]').getByText('Tool point: X 1018')).toBeAttached()

  // By keyboard as far as the limit, and no farther.
  const shoulder = slider(page, 'Axis 2')
  await shoulder.focus()
  await page.keyboard.press('ArrowRight')
  await expect(shoulder).toHaveValue('91')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(shoulder).toHaveValue('135')
  await page.keyboard.press('Home')
  await expect(shoulder).toHaveAttribute('aria-valuetext', '−135 degrees')

  // A gripper reaches farther ahead and leaves less height.
  await page.getByRole('button', { name: 'Reach', exact: true }).click()
  await expect(tool).toHaveText('X 1011, Y −125, Z 313 mm')
  await expect(fact(page, 'Height, tool down')).toHaveText('up to 984 mm')
  await gripper.getByText('Parallel gripper').click()
  await expect(tool).toHaveText('X 1177, Y −125, Z 313 mm')
  await expect(fact(page, 'Reach, tool ahead')).toHaveText('1177 mm')
  await expect(fact(page, 'Height, tool down')).toHaveText('up to 818 mm')

  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Dimensions' }).check()
  await expect(label(page, '475 mm')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Reach' }).check()
  await expect(label(page, '900 mm to the wrist')).toBeVisible()
  await shot(page, 'motion-fixed-arm-reach')
  // No bar covers a part of a slider, or of a link to a section, then.
  await slider(page, 'Axis 2').evaluate((input) => input.scrollIntoView({ block: 'center' }))
  await axe(page)
  await noOverflow(page)
  await page.getByRole('checkbox', { name: 'Dimensions' }).uncheck()
  await page.getByRole('checkbox', { name: 'Reach' }).uncheck()
  await expect(label(page, '900 mm to the wrist')).toBeHidden()

  await page.getByRole('button', { name: 'Close 3D view' }).click()
  await expect(page.getByRole('application')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'See it move' })).toBeFocused()
})

test.describe('with touch', () => {
  // So few pixels that the software is done soon.
  test.use({ hasTouch: true, viewport: { width: 800, height: 600 } })

  test('turns the view by keys and by touch, and draws nothing at rest', { tag: '@desktop' }, async ({
    page,
  }) => {
    await open(page, 3)
    const view = page.getByRole('application', { name: '3D view of Six-Axis Fixed Arm' })
    await view.focus()
    await page.keyboard.press('0')
    // The first picture comes after the labels.
    let before = await view.screenshot()
    await expect
      .poll(async () => {
        const last = before
        before = await view.screenshot()
        return before.equals(last)
      })
      .toBe(true)
    await page.keyboard.press('ArrowLeft')
    await looks(view, before)
    await page.keyboard.press('0')
    await looks(view, before, true)
    await expect.poll(() => drawnInFrames(page, 20)).toBe(0)
    await swipe(page, view, before)
  })
})

/** Leaves out the drawing, which takes the software seconds and no words or figures need; pictures are wanted in full. */
async function undrawn(page: Page) {
  if (process.env.SHOTS === '1') return
  await page.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext
    prototype.drawElements = prototype.drawArrays = () => {}
  })
}

/** How many times something is drawn while the browser shows so many frames. */
const drawnInFrames = (page: Page, frames: number) =>
  page.evaluate(async (frames) => {
    const { prototype } = WebGL2RenderingContext
    const draw = prototype.drawElements
    let count = 0
    prototype.drawElements = function (...args) {
      count++
      return draw.apply(this, args)
    }
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
    prototype.drawElements = draw
    return count
  }, frames)

/** One finger sideways turns the machine; up and down it scrolls the page. */
async function swipe(page: Page, view: Locator, before: Buffer) {
  const box = await view.boundingBox()
  if (!box) throw new Error('the view has no place')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const cdp = await page.context().newCDPSession(page)
  const drag = async (dx: number, dy: number) => {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: part === undefined ? [] : [{ x: middle.x + dx * part, y: middle.y + dy * part }],
      })
    await touch('touchStart', 0)
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part)
    await touch('touchEnd')
  }
  const scrolled = () => page.evaluate(() => window.scrollY)
  const at = await scrolled()
  await drag(100, 0)
  expect(await scrolled()).toBe(at)
  await looks(view, before)
  const next = await scrolled()
  await drag(0, -100)
  await expect.poll(scrolled).toBeGreaterThan(next)
}

test('moves the arm on its rail and the mobile assistant', { tag: '@desktop' }, async ({ page }) => {
  await undrawn(page)
  // 1500 on the rail, 900 + 111 + 166 ahead; 176 of rail, 195 of base and 118 up.
  await open(page, 1)
  await page.getByRole('button', { name: 'Reach', exact: true }).click()
  await expect(fact(page, 'Tool point')).toHaveText('X 2677, Y −125, Z 489 mm')
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Reach' }).check()
  await expect(label(page, '3300 mm working length')).toBeVisible()
  await shot(page, 'motion-rail-arm')

  // 75 to the column's face, 500 of reach, 223 of hand and gripper.
  await open(page, 2)
  await expect(fact(page, 'Tool point')).toHaveText('X 0, Y −798, Z 900 mm')
  await slider(page, 'Lift · height').fill('1150')
  await slider(page, 'Base · turn').fill('90')
  await expect(fact(page, 'Tool point')).toHaveText('X 798, Y 0, Z 1150 mm')
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await shot(page, 'motion-assistant')
})

test('moves gripper and rail, and offers nothing where there is no model', { tag: '@desktop' }, async ({
  page,
}) => {
  await undrawn(page)
  await open(page, 7)
  await slider(page, 'Gripper · opening').fill('80')
  await expect(fact(page, 'Each finger')).toHaveText('40.0 mm from the middle')
  await page.getByRole('checkbox', { name: 'Dimensions' }).check()
  await shot(page, 'motion-gripper')

  await open(page, 8)
  await slider(page, 'Carriage').fill('1200')
  await expect(fact(page, 'Left of the stroke')).toHaveText('300 mm')
  await page.getByRole('checkbox', { name: 'Stroke' }).check()
  await expect(label(page, '1500 mm stroke')).toBeVisible()
  await shot(page, 'motion-rail')

  await page.goto('/products/4')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'See it move' })).toHaveCount(0)
})

test('tries again what did not load, and loads the page anew where that does not help', {
  tag: '@desktop',
}, async ({ page, problems }) => {
  problems.allow(/SeeItMov-/)
  await undrawn(page)
  // The browser may ask for it more than once: as a preload, and as a module.
  await page.route(code, (route) => route.abort())
  await page.goto('/products/7')
  await page.getByRole('button', { name: 'See it move' }).click()
  const failure = page.getByRole('alert').getByText("Couldn't load the 3D view.")
  await expect(failure).toBeVisible()
  await axe(page)
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await built(page)

  // Once more, where the module comes only to the page that follows, as in a browser that remembers the failure.
  await page.route(code, (route) => route.abort())
  await page.goto('/products/8')
  await page.getByRole('button', { name: 'See it move' }).click()
  await expect(failure).toBeVisible()
  await page.route('**/products/8', async (route) => {
    await page.unroute(code)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await built(page)
})

test('shows the picture where nothing can be drawn', { tag: '@desktop' }, async ({ page }) => {
  await undrawn(page)
  await open(page, 7)
  const view = page.getByRole('application')

  // The driver gives up.
  const instead = page.getByText(/can't show Parallel Gripper in 3D/)
  await view.evaluate((canvas: HTMLCanvasElement) =>
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
  )
  await expect(instead).toBeVisible()
  await expect(view).toHaveCount(0)

  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.reload()
  await page.getByRole('button', { name: 'See it move' }).click()
  await expect(instead).toBeVisible()
  await expect(instead.locator('..').getByRole('img')).toBeVisible()
  await axe(page)
})
