import { expect as atOnce, test } from './test'

const expect = atOnce.configure({ timeout: 20_000 })
test.describe.configure({ timeout: 180_000 })
// As compiled as a visitor's browser has it: what is measured here is its speed.
test.use({
  launchOptions: { executablePath: process.env.CHROMIUM, args: ['--disable-gpu', '--no-first-run'] },
})

/** Drags the place point in circles while the browser notes its frames and how long answers take. */
test('dragging in three dimensions keeps up with the pointer', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(() => {
    const { fetch } = window
    Object.assign(window, { answers: [] as number[], frameTimes: [] as number[] })
    window.fetch = async (...args) => {
      const asked = performance.now()
      const plan = String((args[1]?.body as string) ?? args[0]).includes('CellPlan')
      const response = await fetch(...args)
      if (plan)
        requestAnimationFrame(() =>
          requestAnimationFrame((now) =>
            (window as unknown as { answers: number[] }).answers.push(now - asked),
          ),
        )
      return response
    }
  })
  await page.goto('/plan')
  await expect(page.locator('.plan')).toBeVisible()
  const label = page.locator('.motion-label').filter({ hasText: 'Place' })
  await expect(label).toBeVisible()
  await page.locator('.plan-stage canvas').scrollIntoViewIfNeeded()
  const box = await label.boundingBox()
  if (!box) throw new Error('the point has no label')
  const [x, y] = [box.x + box.width / 2, box.y + box.height + 22]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 10, y)
  await page.evaluate(() => {
    const times = (window as unknown as { frameTimes: number[] }).frameTimes
    const note = (now: number) => {
      times.push(now)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    ;(window as unknown as { answers: number[] }).answers.length = 0
  })
  const begun = Date.now()
  for (let step = 0; Date.now() - begun < 4000; step++)
    await page.mouse.move(x - 40 + 30 * Math.cos(step / 12), y + 15 * Math.sin(step / 12))
  const { frames, answers } = await page.evaluate(() => {
    const { frameTimes, answers } = window as unknown as { frameTimes: number[]; answers: number[] }
    return { frames: frameTimes, answers }
  })
  await page.mouse.up()
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
  const perSecond = (frames.length - 1) / seconds
  const gaps = frames
    .slice(1)
    .map((time, k) => time - (frames[k] ?? 0))
    .sort((a, b) => a - b)
  const behind = answers.sort((a, b) => a - b)
  const at = (all: number[], part: number) =>
    all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? Number.NaN
  console.log(
    `${perSecond.toFixed(1)} frames per second, 95 % within ${at(gaps, 0.95).toFixed(0)} ms; ${behind.length} answers, ` +
      `median ${at(behind, 0.5).toFixed(0)} ms behind, 95 % within ${at(behind, 0.95).toFixed(0)} ms`,
  )
  expect(perSecond, 'frames per second').toBeGreaterThan(50)
  expect(at(behind, 0.5), 'ms behind').toBeLessThan(150)
})
