import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { openAdmin } from './admin'
import { axe, holdToasts, noOverflow, shot } from './checks'
import { expect, test } from './test'

const fixture = (name: string) => resolve(import.meta.dirname, 'fixtures', name)

/** A file for a field that chooses one. */
const file = (name: string, buffer: Buffer, mimeType: string) => ({ name, mimeType, buffer })

/** What a picture is at its left edge and of which size. */
const pictureAt = (page: Page, url: string) =>
  page.evaluate(async (src) => {
    const picture = new Image()
    picture.src = src
    await picture.decode()
    return { width: picture.naturalWidth, height: picture.naturalHeight }
  }, url)

test('a film is added with poster and captions, previewed, published and removed', {
  tag: '@desktop',
}, async ({ page, server, newProduct, problems }) => {
  problems.allow(/415|422/)
  const name = 'Arm that is filmed'
  const { id } = await newProduct(name)
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const bar = page.getByRole('region', { name: 'Draft' })
  const section = main.getByRole('region', { name: 'Film' })
  const whole = await readFile(fixture('film.mp4'))
  await main.getByLabel('Model code').fill('FILM-1')

  // A film that is refused says why, and leaves the form as it was.
  const add = section.getByLabel('Add a film')
  for (const [name, content, message] of [
    [
      'arm.mov',
      Buffer.from(whole.toString('latin1').replace('ftypisom', 'ftypqt  '), 'latin1'),
      'QuickTime (MOV)',
    ],
    // It is refused before all of it was sent.
    [
      'arm.webm',
      Buffer.concat([await readFile(fixture('film.webm')), Buffer.alloc(12e6)]),
      'in the format WebM',
    ],
    ['hevc.mp4', Buffer.from(whole.toString('latin1').replaceAll('avc1', 'hvc1'), 'latin1'), 'HEVC (H.265)'],
    ['half.mp4', whole.subarray(0, 5000), 'its end is missing'],
    ['drawing.stl', await readFile('public/cad/gripper.stl'), 'A film must be an MP4 file'],
  ] as const) {
    // From the disk: a browser that doesn't optimise takes seconds to decode 12 MB that come as a script's argument.
    const path = test.info().outputPath(name)
    await writeFile(path, content)
    // As a person does who chooses a file; the focus stays with who is typing elsewhere.
    await add.focus()
    await add.setInputFiles(path)
    await expect(section.getByText(`${name}: `)).toContainText(message)
    await expect(add).toBeFocused()
  }
  await expect(main.getByLabel('Model code')).toHaveValue('FILM-1')
  await axe(page)
  await section.scrollIntoViewIfNeeded()
  await shot(page, 'admin-film-refused')

  await add.setInputFiles(fixture('film.mp4'))
  await expect(section.getByLabel('Describe the film')).toBeFocused()
  await page.keyboard.type('A box moves over a plate.')
  await expect(section.getByText(/^320 × 180, 0:08, 1\d\sKB$/)).toBeVisible()

  // Its poster is what the player shows, at the fifth second, or a picture.
  const player = section.getByLabel('The film', { exact: true })
  await player.evaluate((film: HTMLVideoElement) => {
    const shown = new Promise((resolve) => film.addEventListener('seeked', resolve, { once: true }))
    film.currentTime = 5
    return shown
  })
  await section.getByRole('button', { name: 'Use the current frame' }).press('Enter')
  const poster = section.getByRole('img', { name: 'Poster' })
  await expect(poster).toHaveAttribute('src', /^\/media\/[0-9a-f]{32}-320\.jpg$/)
  expect(await pictureAt(page, (await poster.getAttribute('src')) ?? '')).toEqual({ width: 320, height: 180 })
  const framed = await poster.getAttribute('src')
  await section.getByLabel('Replace the poster').setInputFiles(resolve('../media/stills/gripper.jpg'))
  await expect(poster).not.toHaveAttribute('src', framed ?? '')

  const captions = section.getByLabel('Add captions')
  await captions.setInputFiles(file('film.srt', Buffer.from('1\n00:00:01,000 --> 00:00:04,000\nA box\n'), ''))
  await expect(section.getByText('film.srt: ')).toContainText('SubRip (SRT)')
  await captions.setInputFiles(
    file('film.vtt', Buffer.from('WEBVTT\n\n00:05 --> 00:09\nA box\n'), 'text/vtt'),
  )
  await expect(section.getByText('film.vtt: ')).toContainText(
    'Line 3 of the captions: the times must be written',
  )
  await captions.setInputFiles(fixture('film.vtt'))
  await expect(section.getByLabel('Language of the captions')).toHaveValue('en')
  await section.getByLabel('Language of the captions').fill('de')
  await axe(page)
  await noOverflow(page)
  await section.scrollIntoViewIfNeeded()
  await shot(page, 'admin-film')
  await expect(bar.getByRole('status')).toHaveText('Saved')

  // What was removed comes back with all that belongs to it.
  await section.getByRole('button', { name: 'Remove film' }).click()
  await holdToasts(page)
  await expect(section.getByLabel('Add a film')).toBeFocused()
  await expect(bar.getByRole('status')).toHaveText('Saved')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(section.getByLabel('Describe the film')).toHaveValue('A box moves over a plate.')
  await expect(section.getByRole('link', { name: 'Captions' })).toBeVisible()
  await expect(poster).toBeVisible()
  await expect(bar.getByRole('status')).toHaveText('Saved')

  // What is missing is saved, but not published.
  await section.getByLabel('Describe the film').fill('')
  await expect(bar.getByRole('status')).toHaveText('Saved')
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(section.getByText('Description is required')).toBeVisible()
  await expect(section.getByLabel('Describe the film')).toBeFocused()
  await page.keyboard.type('The gripper carries a box.')
  await expect(bar.getByRole('status')).toHaveText('Saved')

  await page.goto(`/admin/products/${id}?preview`)
  await page
    .getByRole('button', { name: /Watch.*Demo/i })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('The gripper carries a box.')).toBeVisible()
  await page.goto(`/admin/products/${id}`)
  await bar.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish ${name}?` })
  await expect(dialog).toContainText('The gripper carries a box., poster, captions (de)')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(bar).toHaveCount(0)

  // The shop plays it, in parts, with its captions.
  const parts = page.waitForResponse((response) => /\.mp4$/.test(response.url()))
  await page.goto(`/products/${id}`)
  await page.getByRole('button', { name: 'Watch Demo' }).first().click()
  const demo = page.getByRole('dialog')
  await demo
    .getByRole('button', { name: `Play: ${name}` })
    .first()
    .click()
  expect((await parts).status()).toBe(206)
  const position = demo.getByRole('slider', { name: 'Video position' })
  await expect(position).toHaveAttribute('aria-valuemax', '8')
  expect(
    await demo.locator('track').evaluate((track: HTMLTrackElement) => `${track.srclang} ${track.label}`),
  ).toBe('de German')

  await page.goto(`/admin/products/${id}`)
  await section.getByRole('button', { name: 'Remove film' }).click()
  await expect(bar.getByRole('status')).toHaveText('Saved')
  await bar.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(bar).toHaveCount(0)
  await page.goto(`/products/${id}`)
  await expect(page.getByText("There's no demo video for this product yet.").first()).toBeVisible()
})

test('a film is dropped, and its upload can be cancelled', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const { id } = await newProduct('Arm with a dropped film')
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/api/v1/uploads', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const section = main.getByRole('region', { name: 'Film' })
  const whole = [...(await readFile(fixture('film.mp4')))]
  const dropped = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(bytes)], 'arm.mp4', { type: 'video/mp4' }))
    return data
  }, whole)
  const drop = () => section.getByLabel('Add a film').dispatchEvent('drop', { dataTransfer: dropped })
  await drop()
  await expect(section.getByRole('progressbar', { name: 'Uploading arm.mp4' })).toBeVisible()
  await axe(page)
  await section.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(section.getByRole('progressbar')).toHaveCount(0)
  await expect(section.getByLabel('Add a film')).toBeFocused()
  await expect(section.getByText('arm.mp4')).toHaveCount(0)
  answer()
  await drop()
  await expect(section.getByText(/^320 × 180, 0:08/)).toBeVisible()
})
