import { readFile, stat } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { openAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { expect, test } from './test'

const pdf = (text: string) =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n(${text})\nendobj\ntrailer\nstartxref\n9\n%%EOF\n`)
const files = (page: Page) => page.locator('#documents')

async function download(page: Page, link: Locator) {
  const started = page.waitForEvent('download')
  await link.click()
  const file = await started
  return { name: file.suggestedFilename(), path: await file.path() }
}

test('a product lists its data sheet and CAD files, with formats and sizes, to download', async ({
  page,
}) => {
  await page.goto('/products/1#documents')
  const rows = files(page).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('Data sheet ORR-RA6-1500')
  await expect(rows.nth(0)).toContainText('PDF')
  await expect(rows.nth(1)).toContainText('CAD model for layouts')
  await expect(rows.nth(1)).toContainText(/STL, 450\sKB/)
  await expect(rows.nth(2)).toContainText(/GLB, 2\d\d\sKB/)
  // The browser of the phones is one of Android, which has Scene Viewer.
  const viewers = test.info().project.name === 'mobile' ? 1 : 0
  await expect(files(page).getByRole('link', { name: 'View in your room' })).toHaveCount(viewers)
  await axe(page)
  await noOverflow(page)
  await files(page).scrollIntoViewIfNeeded()
  await shot(page, 'product-documents')

  const sheet = await download(page, rows.nth(0).getByRole('link'))
  expect(sheet.name).toBe('ORR-RA6-1500-data-sheet.pdf')
  expect((await readFile(sheet.path)).subarray(0, 5).toString()).toBe('%PDF-')
  const model = await download(page, rows.nth(1).getByRole('link'))
  expect(model.name).toBe('ORR-RA6-1500-CAD-model-for-layouts.stl')
  expect((await stat(model.path)).size).toBe(449_684)
})

test('an announced product has its files, too', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products/7')
  const rows = files(page).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(2)).toContainText('GLB')
  await axe(page)
})

test.describe('on an Android phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  })

  test('a machine is shown in the room', { tag: '@desktop' }, async ({ page, server }) => {
    await page.goto('/products/3')
    const link = files(page).getByRole('link', { name: 'View in your room' })
    await expect(link).toHaveCount(1)
    const address = (await link.getAttribute('href')) ?? ''
    const [scene = '', options = ''] = address.split('#')
    const query = new URL(scene.replace('intent:', 'https:')).searchParams
    expect(query.get('file')).toBe(`${server.url}/cad/fixed-arm.glb`)
    expect(options).toContain('package=com.google.android.googlequicksearchbox')
    expect(options).toContain(`S.browser_fallback_url=${encodeURIComponent(`${server.url}/products/3`)}`)
    await axe(page)
    await noOverflow(page)
  })
})

test('documents are added, described, ordered, replaced and published', async ({
  page,
  server,
  newProduct,
  problems,
}) => {
  problems.allow(/415/)
  const name = 'Press that pushes'
  const { id } = await newProduct(name)
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const bar = page.getByRole('region', { name: 'Draft' })
  const section = main.getByRole('region', { name: 'Documents' })
  const add = section.getByLabel('Add a document')

  // What is no document stays out, and says why.
  await add.setInputFiles({
    name: 'manual.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
  })
  await expect(section.getByText(/^manual\.pdf: A document must be a PDF/)).toBeVisible()
  await add.setInputFiles({
    name: 'photo.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from(picture, 'base64'),
  })
  await expect(section.getByText('photo.gif: A document must be a PDF, STEP, STL or GLB file')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(0)

  await add.setInputFiles({ name: 'Manual.pdf', mimeType: 'application/pdf', buffer: pdf('one') })
  await expect(section.getByLabel('Title of document 1')).toBeFocused()
  await expect(section.getByLabel('Title of document 1')).toHaveValue('Manual')
  await expect(section.getByLabel('Kind of document 1')).toHaveValue('MANUAL')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('english')
  await add.setInputFiles('public/cad/gripper.glb')
  await expect(section.getByLabel('Kind of document 2')).toHaveValue('CAD')
  await section.getByLabel('Title of document 2').fill('')
  await axe(page)
  await noOverflow(page)
  await section.scrollIntoViewIfNeeded()
  await shot(page, 'admin-product-documents')

  // The keyboard moves a document, and its title keeps the focus.
  await section.getByRole('button', { name: 'Move document 2 up' }).focus()
  await page.keyboard.press('Enter')
  await expect(section.getByLabel('Title of document 1')).toBeFocused()
  await expect(section.getByLabel('Title of document 2')).toHaveValue('Manual')

  // What is missing is saved, but not published.
  await expect(bar.getByRole('status')).toHaveText('Saved')
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(section.getByText('Title is required')).toBeVisible()
  await expect(section.getByLabel('Title of document 1')).toBeFocused()
  await page.keyboard.type('Model')

  await section
    .getByLabel('Replace the file of document 2')
    .setInputFiles({ name: 'newer.pdf', mimeType: 'application/pdf', buffer: pdf('two, which is longer') })
  await expect(section.getByRole('link', { name: /^PDF, 73\sbytes$/ })).toBeVisible()
  await expect(section.getByLabel('Title of document 2')).toHaveValue('Manual')
  await expect(bar.getByRole('status')).toHaveText('Saved')
  await bar.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish ${name}?` })
  await expect(dialog).toContainText('Documents')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(bar).toHaveCount(0)

  await page.goto(`/products/${id}`)
  const rows = files(page).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('Model')
  await expect(rows.nth(2)).toContainText(/Manual.*EN, PDF, 73\sbytes/)
  expect(await rows.nth(2).getByRole('link').getAttribute('href')).toMatch(/^\/media\/[0-9a-f]{32}\.pdf$/)

  await page.goto(`/admin/products/${id}`)
  await section.getByRole('button', { name: 'Remove document 1' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
})

const picture = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
