import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { axe, shot, watchShifts } from './checks'
import { graph } from './graph'
import { graphql } from './server'
import { expect, test } from './test'

type Filmed = { products: { nodes: { id: string; name: string; video: { url: string } | null }[] } }

const fixture = (name: string) => readFile(resolve(import.meta.dirname, 'fixtures', name))

/** Answers as a server of files does, because browsers seek by asking for ranges. */
async function serveFilm(route: Route) {
  const body = await fixture('film.webm')
  const first = Number(/bytes=(\d+)/.exec(route.request().headers().range ?? '')?.[1] ?? 0)
  await route.fulfill({
    status: 206,
    contentType: 'video/webm',
    headers: {
      'accept-ranges': 'bytes',
      'content-range': `bytes ${first}-${body.length - 1}/${body.length}`,
    },
    body: body.subarray(first),
  })
}

/** Opens the demo of a product that has a film of nine seconds. */
async function openDemo(page: Page, film: (route: Route) => Promise<void> = serveFilm) {
  await page.route('**/media/arm.webm', film)
  await page.route('**/media/arm.vtt', async (route) =>
    route.fulfill({ contentType: 'text/vtt', body: await fixture('film.vtt') }),
  )
  await page.route(graph, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    if (json.data?.product) {
      json.data.product.video = {
        __typename: 'Media',
        url: '/media/arm.webm',
        alt: 'The arm packs a box.',
        poster: null,
        captions: '/media/arm.vtt',
      }
    }
    await route.fulfill({ response, json })
  })
  await page.goto('/products/3')
  await page.getByRole('button', { name: 'Watch Demo' }).click()
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    play: dialog.getByRole('button', { name: 'Play: Six-Axis Fixed Arm' }),
    pause: dialog.getByRole('button', { name: 'Pause: Six-Axis Fixed Arm' }),
    position: dialog.getByRole('slider', { name: 'Video position' }),
  }
}

const film = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    paused: video.paused,
    time: Math.round(video.currentTime),
    muted: video.muted,
    captions: video.textTracks[0]?.mode,
  }))

test('plays, pauses, seeks and rewinds', { tag: '@desktop' }, async ({ page }) => {
  let loads = 0
  const { dialog, play, pause, position } = await openDemo(page, (route) => {
    loads++
    return serveFilm(route)
  })
  await expect(dialog.getByText('The arm packs a box.')).toBeVisible()
  await expect(page.locator('video')).toHaveText('Your browser does not support the video tag.')
  // Those who want less motion start it themselves, and until then nothing of it is loaded.
  expect(await film(page)).toMatchObject({ paused: true, time: 0 })
  expect(loads).toBe(0)
  await shot(page, 'player')
  await axe(page)

  await play.click()
  await expect.poll(() => film(page)).toMatchObject({ paused: false })
  await expect(pause).toHaveCSS('opacity', '0')
  await expect(dialog.getByText(/^0:0\d \/ 0:09$/)).toBeAttached()

  // A click on a third of the bar leads to a third of the film.
  await position.focus()
  await pause.press('k')
  await expect.poll(() => film(page)).toMatchObject({ paused: true })
  await position.click({ position: { x: ((await position.boundingBox())?.width ?? 0) / 3, y: 20 } })
  await expect(position).toHaveAttribute('aria-valuetext', /^0:0[23] of 0:09$/)
  await shot(page, 'player-controls')
  await axe(page)

  // At its end it is paused and rewound.
  await position.press('End')
  await expect(position).toHaveAttribute('aria-valuetext', '0:09 of 0:09')
  await position.press('ArrowLeft')
  await expect(position).toHaveAttribute('aria-valuetext', '0:04 of 0:09')
  await play.focus()
  await page.keyboard.press('Space')
  await expect(pause).toBeFocused()
  await page.keyboard.press('End')
  await expect(play).toBeVisible()
  await expect(position).toHaveAttribute('aria-valuetext', '0:00 of 0:09')
  expect(await film(page)).toMatchObject({ paused: true, time: 0 })
})

test('is worked by keys, down to captions and the whole screen', { tag: '@desktop' }, async ({ page }) => {
  const { dialog, play, position } = await openDemo(page)
  await play.focus()
  await page.keyboard.press('k')
  await expect(position).toHaveAttribute('aria-valuemax', '9')
  await page.keyboard.press('k')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(position).toHaveAttribute('aria-valuetext', '0:05 of 0:09')
  await page.keyboard.press('Home')
  await expect(position).toHaveAttribute('aria-valuetext', '0:00 of 0:09')

  await page.keyboard.press('m')
  await page.keyboard.press('c')
  await expect(dialog.getByRole('button', { name: 'Captions', pressed: true })).toBeVisible()
  expect(await film(page)).toMatchObject({ muted: true, captions: 'showing', paused: true })
  await dialog.getByRole('button', { name: 'Captions' }).press('Space')
  expect(await film(page)).toMatchObject({ captions: 'hidden' })

  await page.keyboard.press('f')
  await expect(dialog.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
  await page.keyboard.press('f')
  await expect(dialog.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('offers a failed film again, and says that it waits', { tag: '@desktop' }, async ({
  page,
  problems,
}) => {
  problems.allow(/media\/arm\.webm/)
  let broken = true
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const { dialog, play, pause } = await openDemo(page, async (route) => {
    if (broken) return route.fulfill({ status: 503 })
    await held
    return serveFilm(route)
  })
  await play.click()
  await expect(dialog.getByRole('alert')).toContainText("Couldn't load the video.")
  await axe(page)
  broken = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('Loading the video')).toBeAttached()
  release()
  await expect(dialog.getByText('Loading the video')).toHaveCount(0)
  await expect(pause).toBeAttached()
})

test('shows every film of the catalogue, with its captions, and moves nothing by it', {
  tag: '@desktop',
}, async ({ page, server }) => {
  test.slow()
  const { products } = await graphql<Filmed>(
    server,
    '{ products(first: 20) { nodes { id name video { url } } } }',
    {},
  )
  const filmed = products.nodes.filter(({ video }) => video)
  expect(filmed.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 7])
  const shifted = await watchShifts(page)
  for (const { id, name } of filmed) {
    await page.goto(`/products/${id}`)
    await page.getByRole('button', { name: 'Watch Demo' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: `Play: ${name}` }).click()
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime), name).toBeGreaterThan(0.3)
    expect(await shifted(), `what moved while the film of ${name} came`).toBeLessThan(0.02)
    const { width, duration, cues } = await video.evaluate((v: HTMLVideoElement) => {
      for (const track of v.textTracks) track.mode = 'showing'
      return { width: v.videoWidth, duration: v.duration, cues: v.textTracks.length }
    })
    expect([width, cues], name).toEqual([960, 1])
    expect(duration, name).toBeGreaterThanOrEqual(6)
    expect(duration, name).toBeLessThan(10.5)
    await expect
      .poll(() => video.evaluate((v: HTMLVideoElement) => v.textTracks[0]?.cues?.length ?? 0), name)
      .toBeGreaterThan(2)
  }
})

test.describe('with touch', () => {
  test.use({ hasTouch: true })

  test('shows its controls on a first touch and pauses on a second', async ({ page }) => {
    const { dialog, play } = await openDemo(page)
    await play.tap()
    await expect.poll(() => film(page)).toMatchObject({ paused: false })
    const controls = dialog.getByText(/^0:0\d \/ 0:09$/)
    const video = page.locator('video')
    const corner = { position: { x: 20, y: 60 } }
    await video.tap(corner)
    expect(await film(page)).toMatchObject({ paused: false })
    await expect(controls).toBeVisible()
    await video.tap(corner)
    await expect.poll(() => film(page)).toMatchObject({ paused: true })
  })
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('starts by itself when it was asked for, except for those who save data @desktop', async ({
    page,
  }) => {
    await openDemo(page)
    await expect.poll(() => film(page)).toMatchObject({ paused: false })
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Watch Demo' }).click()
    await expect(page.locator('video')).toHaveAttribute('preload', 'none')
    expect(await film(page)).toMatchObject({ paused: true })
  })
})
