import { axe, noOverflow, shot, watchShifts } from './checks'
import { expect, takenOver, test } from './test'

test('goes through the pictures by pointer, keyboard and swipe', async ({ page, isMobile }) => {
  await page.goto('/products/3')
  const gallery = page.getByRole('region', { name: 'Pictures of Six-Axis Fixed Arm' })
  const thumbnails = gallery.getByRole('button', { name: /^Picture \d/ })
  await expect(thumbnails).toHaveCount(6)
  await expect(thumbnails.first()).toHaveAttribute('aria-current', 'true')
  await expect(gallery.getByText('1 / 6')).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.boundingBox()

  await thumbnails.nth(4).click()
  await expect(thumbnails.nth(4)).toHaveAttribute('aria-current', 'true')
  await expect(
    gallery.getByRole('button', { name: /^Enlarge: Front and side view: links of 475/ }),
  ).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(thumbnails.nth(5)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByText('6 / 6')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(thumbnails.nth(4)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(thumbnails.first()).toHaveAttribute('aria-current', 'true')
  // One stop in the tab order for all of them.
  await page.keyboard.press('Shift+Tab')
  await expect(gallery.getByRole('button', { name: /^Enlarge: The fixed arm with rings/ })).toBeFocused()

  const box = await gallery.getByRole('button', { name: /^Enlarge: The fixed arm with rings/ }).boundingBox()
  if (!box) throw new Error('the picture has no place')
  const y = box.y + box.height / 2
  const at = (part: number) => box.x + box.width * part
  if (isMobile) {
    const cdp = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', { x: at(0.9), y })
    for (const part of [0.7, 0.5, 0.3, 0.1]) await touch('touchMove', { x: at(part), y })
    await touch('touchEnd')
  } else {
    await page.mouse.move(at(0.5), y)
    await page.mouse.wheel(box.width * 0.7, 0)
  }
  await expect(thumbnails.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(gallery.getByText('2 / 6')).toBeVisible()
  // Nothing around it has moved.
  expect(await heading.boundingBox()).toEqual(before)
  await axe(page)
  await noOverflow(page)
})

test('enlarges a picture over the whole window', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products/3')
  await page.getByRole('button', { name: /^Picture 5/ }).click()
  await page.getByRole('button', { name: /^Enlarge: Front and side view/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Six-Axis Fixed Arm' })
  await expect(dialog.getByText('5 / 6')).toBeVisible()
  await shot(page, 'product-zoom')
  await axe(page)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('6 / 6')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Next picture' })).toBeDisabled()

  // Magnified, the arrows scroll the picture instead.
  const picture = dialog.getByRole('img')
  const small = await picture.boundingBox()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect(dialog.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-pressed', 'true')
  expect((await picture.boundingBox())?.width).toBeGreaterThan((small?.width ?? 0) * 1.5)
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText('6 / 6')).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous picture' }).click()
  await expect(dialog.getByText('5 / 6')).toBeVisible()
  await dialog.getByRole('button', { name: 'Next picture' }).click()

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Enlarge: Drawing of the tool flange/ })).toBeFocused()
})

test('takes the form of a picture that fits, and moves nothing when it comes', async ({ page }) => {
  const shifted = await watchShifts(page)
  await page.goto('/products/3')
  const picture = page.getByRole('button', { name: /^Enlarge: The fixed arm with rings/ }).getByRole('img', {
    includeHidden: true,
  })
  const source = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(source).toMatch(/\/images\/fixed-arm-\d+\.avif$/)
  const width = Number(/(\d+)\.avif/.exec(await source())?.[1])
  const shown = await picture.evaluate((image) => image.clientWidth * devicePixelRatio)
  expect(width).toBeGreaterThanOrEqual(Math.min(shown, 1600) * 0.98)
  expect(width).toBeLessThan(shown * 2.1)
  await page.waitForLoadState('networkidle')
  expect(await shifted()).toBeLessThan(0.02)
})

test('what did not load is asked for again, and by a new page where that does not help', {
  tag: '@desktop',
}, async ({ page, problems }) => {
  problems.allow(/\/assets\/Zoom-|ERR_FAILED/)
  const code = /\/assets\/Zoom-[^/]*\.js$/
  await page.route(code, (route) => route.abort())
  await page.goto('/products/3')
  const enlarge = page.getByRole('button', { name: /^Enlarge: / }).first()
  const zoom = page.getByRole('dialog')
  await enlarge.click()
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't load this part of the page." })
  await expect(failure).toBeVisible()
  await page.unroute(code)
  await enlarge.click()
  await expect(zoom).toBeVisible()

  // A browser that remembers the failure, or a deployment that took the module away.
  await page.route(code, (route) => route.abort())
  await page.goto('/products/1')
  await enlarge.click()
  await expect(failure).toBeVisible()
  const again = page.waitForEvent('domcontentloaded')
  await enlarge.click()
  await again
  await page.unroute(code)
  await takenOver(page)
  await enlarge.click()
  await expect(zoom).toBeVisible()
})
