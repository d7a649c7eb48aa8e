import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openAdmin } from './admin'
import { axe, noOverflow, shot, shown, stretchPause } from './checks'
import { answer } from './graph'
import { expect, test } from './test'

const barOf = (page: Page) => page.getByRole('region', { name: 'Draft' })

/** Waits until the server has the draft. */
const saved = (page: Page) => expect(barOf(page).getByRole('status')).toHaveText('Saved')

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator) {
  for (let step = 0; step < 120; step++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

test('a product gets all the content of its page', async ({ page, server, newProduct }) => {
  const name = 'Teapot that pours'
  const { id } = await newProduct(name)
  const { main } = await openAdmin(page, server, `/admin/products?edit=${id}`)
  await page.getByRole('dialog').getByRole('link', { name: 'All content' }).click()
  await expect(page).toHaveURL(`/admin/products/${id}`)
  await expect(main.getByRole('heading', { level: 1, name: name })).toBeVisible()
  await expect(page).toHaveTitle(/^Edit product/)
  await expect(page.locator('nav a[aria-current=page]').first()).toHaveText('Products')
  const bar = barOf(page)
  await expect(bar).toHaveCount(0)

  // Rows by keyboard: Enter adds one, Alt with an arrow moves it.
  await main.getByRole('button', { name: 'Add highlight' }).click()
  await page.keyboard.type('Pours')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Never spills')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(main.getByLabel('Highlight 1', { exact: true })).toHaveValue('Never spills')
  await expect(main.getByLabel('Highlight 1', { exact: true })).toBeFocused()

  // Cells of a spreadsheet become rows.
  await main.getByRole('button', { name: 'Add group' }).first().click()
  await page.keyboard.type('Size')
  await main.getByRole('button', { name: 'Add specification' }).click()
  await main.getByLabel('Label 1', { exact: true }).evaluate((cell) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'Height\t20 cm\nMass\t1 kg\nVolume\t')
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(main.getByLabel('Value 2', { exact: true })).toHaveValue('1 kg')
  await main.getByLabel('Model code').fill('TP-1')
  await main.getByLabel('Description', { exact: true }).first().fill('Pours **without** a <b>drop</b>.')
  await main.getByRole('checkbox', { name: 'Service contract' }).check()
  const plan = main.getByRole('group', { name: 'Service contract' })
  await plan.getByLabel('Title').fill('Care')
  await plan.getByLabel('Price').fill('€9')
  await main.getByLabel('What it includes').fill('Cleaning\nNew lid')
  // A field that is reached with the keyboard is above the bar.
  const covered = () =>
    bar.evaluate((bar) => {
      const field = document.activeElement?.getBoundingClientRect()
      return !field || field.bottom > bar.getBoundingClientRect().top
    })
  await main.getByLabel('Model code').focus()
  for (let field = 0; field < 20; field++) {
    await page.keyboard.press('Tab')
    expect(await covered(), 'the bar covers what has the focus').toBe(false)
  }
  // In a window this high, no bar covers part of a field.
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ ...size, height: 8000 })
  await axe(page)
  await page.setViewportSize(size)
  await shot(page, 'admin-product')

  // What is incomplete is saved, but not published.
  await page.keyboard.press('Control+s')
  await saved(page)
  await expect(bar).toContainText('5 unpublished changes')
  await page.reload()
  await expect(main.getByLabel('Highlight 1', { exact: true })).toHaveValue('Never spills')
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(main.getByText('Value is required')).toBeVisible()
  await expect(main.getByLabel('Value 3', { exact: true })).toBeFocused()
  await expect(bar).toContainText('1 error, not published')
  await expect.poll(covered, 'the bar covers the field with the error').toBe(false)
  await page.keyboard.type('0.8 l')
  await expect(main.getByText('Value is required')).toHaveCount(0)

  await saved(page)
  await bar.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish ${name}?` })
  await expect(dialog).toContainText('Never spills')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-product-publish')
  // A refusal that no field of the form can show is told in the dialog.
  const userErrors = [{ message: 'Product not found', code: 'NOT_FOUND', field: ['id'] }]
  const refused = { data: { productDraftPublish: { draft: null, conflicts: [], userErrors } } }
  let deleted = true
  await answer(page, 'ProductDraftPublish', () => (deleted ? refused : 'pass'))
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText("Couldn't publish. Product not found")).toBeVisible()
  deleted = false
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toBeHidden()
  await expect(bar).toHaveCount(0)
  await noOverflow(page)

  await page.goto(`/products/${id}`)
  await expect(page.getByText('Never spills').first()).toBeVisible()
  await expect(page.getByRole('strong')).toHaveText('without')
  await expect(page.getByText('a <b>drop</b>.')).toBeVisible()
  const rendered = await (await page.request.get(`/products/${id}`)).text()
  expect(rendered).toContain('<strong>without</strong> a &lt;b&gt;drop&lt;/b&gt;')
  await page.goto(`/products/${id}?tab=specs`)
  await expect(page.getByText('0.8 l').first()).toBeVisible()
})

test('the data plate takes the figures of the product', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, '/admin/products/3')
  const plate = main.getByRole('group', { name: 'Data plate' })
  await plate.getByLabel('Value 1').fill('5 kg')
  await expect(main.getByText('Payload is 6 kg under Figures.')).toBeVisible()
  await axe(page)
  await main.getByRole('button', { name: 'Use 6 kg' }).press('Enter')
  await expect(plate.getByLabel('Value 1')).toHaveValue('6 kg')
  await expect(plate.getByLabel('Value 1')).toBeFocused()
  await expect(main.getByText('under Figures')).toHaveCount(0)

  // A full plate is offered none.
  await expect(main.getByRole('button', { name: 'Reach 900 mm' })).toHaveCount(0)
  await plate.getByRole('button', { name: 'Remove figure 2' }).click()
  await main.getByRole('button', { name: 'Reach 900 mm' }).press('Enter')
  await expect(plate.getByLabel('Label 6')).toHaveValue('Reach')
  await expect(plate.getByLabel('Value 6')).toHaveValue('900 mm')
  await expect(plate.getByLabel('Value 6')).toBeFocused()
  await expect(main.getByRole('button', { name: 'Reach 900 mm' })).toHaveCount(0)
  await saved(page)
  await noOverflow(page)
  await barOf(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect(barOf(page)).toHaveCount(0)
})

test('cells are planned with a product whose motion is stated @desktop', async ({
  page,
  server,
  newProduct,
}) => {
  const { id } = await newProduct('Pincer that plans')
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  await main.getByLabel('Kind', { exact: true }).selectOption('Gripper')
  await main.getByRole('checkbox', { name: 'Gripper with two fingers' }).press('Space')
  const gripper = main.getByRole('group', { name: 'Gripper with two fingers' })
  const bar = barOf(page)
  await expect(bar.getByRole('status')).toContainText('Correct the marked fields to save them.')
  await expect(gripper.getByText('Enter a number.')).toHaveCount(1)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-product-motion')
  await gripper.getByLabel('Opening, mm').focus()
  for (const figure of ['60', '150', '170', '45', '80', '100', '120', '0.3', 'two']) {
    await page.keyboard.type(figure)
    await page.keyboard.press('Tab')
  }
  await expect(gripper.getByText('Safety factor must be a number')).toBeVisible()
  await gripper.getByLabel('Safety factor').fill('30')
  await saved(page)
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(gripper.getByLabel('Safety factor')).toHaveAccessibleDescription(/20/)
  await gripper.getByLabel('Safety factor').fill('2')
  await saved(page)
  await bar.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish Pincer that plans?' })
  await expect(dialog).toContainText('Grip force: 120 N')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(bar).toHaveCount(0)
  await page.goto('/plan')
  await expect(page.getByRole('option', { name: 'Pincer that plans' })).toHaveCount(1)
})

test('a draft saves itself, says so, and is discarded @desktop', async ({
  page,
  server,
  newProduct,
  problems,
}) => {
  problems.allow(/:|Failed to load resource|INTERNET_DISCONNECTED/)
  const name = 'Ladle that draws'
  const { id } = await newProduct(name)
  let saves: 'offline' | Promise<'pass'> = Promise.resolve('pass')
  const sent = await answer(page, 'ProductDraftSave', () => saves)
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const status = barOf(page).getByRole('status')
  const unsaved = shown(page, 'Not saved yet')
  await main.getByLabel('Name').fill('Ladle')
  await unsaved
  await saved(page)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Ladle')
  // The shop shows nothing of it, and nobody is asked who leaves.
  await main.getByRole('link', { name: 'View page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await page.goBack()
  await expect(main.getByLabel('Name')).toHaveValue('Ladle')

  saves = 'offline'
  await main.getByLabel('Price', { exact: true }).first().fill('12,x')
  await expect(status).toContainText("Couldn't save.")
  // A save that failed waits for the next change, or for a retry.
  const before = sent.length
  await page.waitForTimeout(2500)
  expect(sent).toHaveLength(before)
  saves = Promise.resolve('pass')
  await barOf(page).getByRole('button', { name: 'Retry' }).click()
  await saved(page)
  // Even what is no price is kept as it was typed.
  await page.reload()
  await expect(main.getByLabel('Price', { exact: true }).first()).toHaveValue('12,x')
  await expect(barOf(page)).toContainText('2 unpublished changes')

  await barOf(page).getByRole('button', { name: 'Discard' }).click()
  const ask = page.getByRole('dialog', { name: 'Discard the draft?' })
  await axe(page)
  await ask.getByRole('button', { name: 'Discard changes' }).click()
  await expect(barOf(page)).toHaveCount(0)
  await expect(main.getByLabel('Name')).toHaveValue(name)
  await expect(main.getByLabel('Price', { exact: true }).first()).toHaveValue('10.00')
})

test('two editors of a product are told of each other', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const { id, change } = await newProduct('Sieve that sifts')
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const other = await page.context().newPage()
  await other.goto(`/admin/products/${id}`)
  const others = other.getByRole('main')
  await others.getByLabel('Name').fill('Strainer')
  await others.getByLabel('Model code').fill('ST-1')
  await saved(other)

  // In the draft, only the same field is in question.
  await main.getByLabel('Short description').fill('It sifts.')
  await saved(page)
  await expect(main.getByLabel('Model code')).toHaveValue('ST-1')
  await others.getByLabel('Short description').fill('It strains.')
  const clash = other.getByRole('dialog', { name: 'Someone else is editing this product' })
  await expect(clash.getByRole('radio', { name: /Yours/ })).not.toBeChecked()
  await expect(clash).toContainText('It sifts.')
  await expect(clash).toContainText('It strains.')
  await axe(other)
  await noOverflow(other)
  await shot(other, 'admin-product-clash')
  await other.keyboard.press('Escape')
  await expect(barOf(other)).toContainText('Someone else changed 1 field, too')
  await expect(barOf(other).getByRole('button', { name: 'Publish' })).toBeDisabled()
  await barOf(other).getByRole('button', { name: 'Review' }).click()
  await clash.getByRole('radio', { name: /Yours/ }).check()
  await clash.getByRole('button', { name: 'Keep these values' }).click()
  await saved(other)
  await other.reload()
  await expect(others.getByLabel('Short description')).toHaveValue('It strains.')

  // What was published meanwhile is merged, or chosen field by field.
  await change({ name: 'Colander', category: 'Kitchen', model: 'CO-1' })
  await barOf(other).getByRole('button', { name: 'Publish' }).click()
  const dialog = other.getByRole('dialog', { name: /^Publish / })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toContainText('Someone else changed the product. Choose what to keep.')
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await dialog
    .getByRole('group', { name: 'Name' })
    .getByRole('radio', { name: /Published/ })
    .check()
  await dialog.getByRole('group', { name: 'Model code' }).getByRole('radio', { name: /Draft/ }).check()
  await axe(other)
  await noOverflow(other)
  await shot(other, 'admin-product-conflict')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toBeHidden()
  await expect(barOf(other)).toHaveCount(0)
  await expect(others.getByLabel('Name')).toHaveValue('Colander')
  await expect(others.getByLabel('Model code')).toHaveValue('ST-1')
  await expect(others.getByLabel('Category')).toHaveValue('Kitchen')
  await expect(others.getByLabel('Short description')).toHaveValue('It strains.')

  // Nobody publishes what he has not seen.
  await others.getByLabel('Tags').fill('pasta')
  await saved(other)
  await barOf(other).getByRole('button', { name: 'Publish' }).click()
  await main.getByLabel('Title', { exact: true }).fill('Strainers')
  await saved(page)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toContainText('Someone else changed the draft. Review it and try again.')
  await expect(dialog).toContainText('Strainers')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toBeHidden()
  await expect(barOf(other)).toHaveCount(0)
  await expect(others.getByLabel('Title', { exact: true })).toHaveValue('Strainers')
})

test('the keyboard alone publishes, discards and restores @desktop', async ({ page, server, newProduct }) => {
  const { id } = await newProduct('Grater that grates')
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const heading = main.getByRole('heading', { level: 1 })
  const bar = barOf(page)
  await tabTo(page, main.getByLabel('Name'))
  await page.keyboard.type('Grater')
  await tabTo(page, main.getByLabel('State'))
  await page.keyboard.press('p')
  await expect(main.getByLabel('State')).toHaveValue('preorder')
  await saved(page)
  await tabTo(page, bar.getByRole('button', { name: 'Publish' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Publish Grater?' })
  await tabTo(page, dialog.getByRole('button', { name: 'Publish' }))
  await page.keyboard.press('Enter')
  await expect(bar).toHaveCount(0)
  await expect(heading).toBeFocused()

  await tabTo(page, main.getByLabel('Name'))
  await page.keyboard.type('Slicer')
  await saved(page)
  await tabTo(page, bar.getByRole('button', { name: 'Discard' }))
  await page.keyboard.press('Enter')
  const ask = page.getByRole('dialog', { name: 'Discard the draft?' })
  await tabTo(page, ask.getByRole('button', { name: 'Discard changes' }))
  await page.keyboard.press('Enter')
  await expect(bar).toHaveCount(0)
  await expect(heading).toHaveText('Grater')
  await expect(heading).toBeFocused()

  await tabTo(page, main.getByRole('button', { name: 'History' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Restore version 1' }))
  await page.keyboard.press('Enter')
  await tabTo(
    page,
    page
      .getByRole('dialog', { name: 'Restore version 1?' })
      .getByRole('button', { name: 'Restore', exact: true }),
  )
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('Grater that grates')
  await expect(heading).toBeFocused()
})

test('who leaves with what could not be saved is asked', async ({ page, server, newProduct, problems }) => {
  problems.allow(/:|Failed to load resource|INTERNET_DISCONNECTED/)
  const { id } = await newProduct('Peeler that peels')
  await answer(page, 'ProductDraftSave', 'offline')
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  await main.getByLabel('Name').fill('Peeler')
  await expect(barOf(page).getByRole('status')).toContainText("Couldn't save.")
  await shot(page, 'admin-product-unsaved')
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await main.getByRole('link', { name: 'View page' }).click()
  await expect(leave).toContainText("Can't reach the shop. Check your connection and try again.")
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-product-leave')
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await expect(main.getByLabel('Name')).toHaveValue('Peeler')
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  await (await asked).dismiss()
  await expect(main.getByLabel('Name')).toHaveValue('Peeler')
  await main.getByRole('link', { name: 'View page' }).click()
  await leave.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(`/products/${id}`)
})

test('who leaves is not asked: what was typed is saved first', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const { id } = await newProduct('Tongs that hold')
  let release = (_: 'pass') => {}
  const sent = await answer(page, 'ProductDraftSave', new Promise<'pass'>((resolve) => (release = resolve)))
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  await main.getByLabel('Name').fill('Tongs')
  await main.getByRole('link', { name: 'Products' }).first().click()
  // The save is slow.
  await expect.poll(() => sent.length).toBe(1)
  await expect(page).toHaveURL(`/admin/products/${id}`)
  await expect(page.getByRole('dialog', { name: 'Saving your draft' })).toBeVisible()
  release('pass')
  await expect(page).toHaveURL('/admin/products')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/admin/products/${id}`)
  await expect(main.getByLabel('Name')).toHaveValue('Tongs')
  await expect(barOf(page)).toContainText('1 unpublished change')
})

test('what is typed during a save is saved after it, without a conflict', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const { id } = await newProduct('Whisk that beats')
  let release = (_: 'pass') => {}
  const sent = await answer(page, 'ProductDraftSave', new Promise<'pass'>((resolve) => (release = resolve)))
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const field = main.getByLabel('Model code')
  await field.fill('WB')
  await expect.poll(() => sent.length).toBe(1)
  await field.fill('WB-12')
  await page.keyboard.press('Control+s')
  release('pass')
  await expect.poll(() => sent.length).toBe(2)
  await saved(page)
  await page.reload()
  await expect(field).toHaveValue('WB-12')
})

test('what is typed while leaving saves is saved, too', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  // No save begins by itself, and no dialog opens.
  await stretchPause(page, 1000)
  const { id } = await newProduct('Colander that drains')
  let release = (_: 'pass') => {}
  const sent = await answer(page, 'ProductDraftSave', new Promise<'pass'>((resolve) => (release = resolve)))
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const field = main.getByLabel('Model code')
  await field.fill('CD')
  await main.getByRole('link', { name: 'Products' }).first().click()
  await expect.poll(() => sent.length).toBe(1)
  await field.fill('CD-12')
  release('pass')
  await expect(page).toHaveURL('/admin/products')
  await page.goto(`/admin/products/${id}`)
  await expect(field).toHaveValue('CD-12')
})

test('what could not be saved is saved when the connection returns', { tag: '@desktop' }, async ({
  page,
  context,
  server,
  newProduct,
  problems,
}) => {
  problems.allow(/ProductDraftSave:|Failed to load resource|INTERNET_DISCONNECTED/)
  const { id } = await newProduct('Sieve that sifts')
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const field = main.getByLabel('Model code')
  await field.waitFor()
  await context.setOffline(true)
  await field.fill('SV')
  await expect(barOf(page).getByRole('status')).toContainText("Couldn't save.")
  await context.setOffline(false)
  await saved(page)
})

test('a price is removed, and what that means is said', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const name = 'Spatula that turns'
  const { id } = await newProduct(name)
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const price = main.getByLabel('Price', { exact: true }).first()
  await price.fill('')
  await expect(price).toHaveAccessibleDescription("Without a price, it can't be ordered.")
  await saved(page)
  await page.reload()
  await expect(price).toHaveValue('')
  await shot(page, 'admin-product-price')
  await barOf(page).getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish ${name}?` })
  await expect(dialog).toContainText('(none)')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(barOf(page)).toHaveCount(0)
  await page.goto(`/products/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByText('$10.00')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
})

test('an earlier version comes back', async ({ page, server, newProduct }) => {
  const name = 'Whisk that beats'
  const { id, change } = await newProduct(name)
  await change({ name: 'Whisk', price: '12.00' })
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  await expect(main.getByLabel('Name')).toHaveValue('Whisk')
  await main.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history.getByRole('listitem').first()).toContainText('Version 2 (current)')
  await expect(history.getByRole('listitem').first()).toContainText('Price')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-product-history')
  await history.getByRole('button', { name: 'Restore version 1' }).click()
  await page
    .getByRole('dialog', { name: 'Restore version 1?' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(page.getByText('Version 1 was restored')).toBeVisible()
  await expect(main.getByLabel('Name')).toHaveValue(name)
  await main.getByRole('button', { name: 'History' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(3)
})

test('content is copied from another product into the draft @desktop', async ({
  page,
  server,
  newProduct,
}) => {
  const product = await newProduct('Kettle that boils')
  const { main } = await openAdmin(page, server, `/admin/products/${product.id}`)
  await main.getByLabel('Copy content from').selectOption('Robotic Arm with Linear Rail')
  let pass = (_: 'pass') => {}
  const late = new Promise<'pass'>((resolve) => {
    pass = resolve
  })
  await answer(page, 'AdminProductContent', late)
  await main.getByRole('button', { name: 'Copy', exact: true }).click()
  await main.getByLabel('Tags').fill('kitchen')
  pass('pass')
  await expect(main.getByLabel('Title of group 2', { exact: true })).not.toHaveValue('')
  await expect(main.getByLabel('Tags'), 'typed while it was copied').toHaveValue('kitchen')
  await expect(main.getByLabel('Model code')).toHaveValue('')
  await expect(main.getByLabel('Name')).toHaveValue('Kettle that boils')
  await saved(page)

  await main.getByRole('navigation', { name: 'Sections' }).getByText('Search engines').click()
  const heading = main.getByRole('heading', { name: 'Search engines' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})

test('pictures are added, described and moved', async ({ page, server, newProduct, isMobile, problems }) => {
  problems.allow(/status of 415/)
  const name = 'Bowl that holds'
  const { id } = await newProduct(name)
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  const still = (file: string) => join(import.meta.dirname, '../../media/stills', file)
  await main
    .getByLabel('Add pictures')
    .setInputFiles([still('cobot-card.jpg'), still('gripper-card.jpg'), join(import.meta.dirname, 'test.ts')])
  await expect(main.getByText(/^test.ts: /)).toBeVisible()
  const alts = main.getByLabel(/^Describe (the main )?picture/)
  await expect(alts).toHaveCount(2)
  await expect(alts.first()).toBeFocused()
  await page.keyboard.type('A cobot')
  await saved(page)
  await barOf(page).getByRole('button', { name: 'Publish' }).click()
  await expect(main.getByText('Description is required')).toBeVisible()
  await expect(alts.nth(1)).toBeFocused()
  await page.keyboard.type('A gripper')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(alts.first()).toHaveValue('A gripper')
  await expect(alts.first()).toBeFocused()
  if (!isMobile) {
    await main
      .getByTitle('Drag to move')
      .nth(1)
      .dragTo(alts.first(), { targetPosition: { x: 20, y: 2 } })
    await expect(alts.first()).toHaveValue('A cobot')
    await main.getByRole('button', { name: 'Move picture 2 up' }).click()
    await expect(alts.first()).toHaveValue('A gripper')
  }
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-product-pictures')
  await barOf(page).getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish ${name}?` })
  await expect(dialog).toContainText('A cobot')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(barOf(page)).toHaveCount(0)
  await main.getByRole('button', { name: 'Remove picture 2' }).click()
  await saved(page)
  await expect(barOf(page)).toContainText('1 unpublished change')
  await page.goto(`/products/${id}`)
  await expect(page.getByRole('img', { name: 'A gripper' }).first()).toBeVisible()
})

test('the page is shown with the draft to administrators alone @desktop', async ({
  page,
  server,
  newProduct,
  browser,
}) => {
  const { id, change } = await newProduct('Whisk that whips')
  await change({ stock: 3 })
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  await main.getByLabel('Name').fill('Beater')
  await main.getByLabel('Price', { exact: true }).first().fill('12')
  await saved(page)

  // Beside the form it follows what is saved.
  await main.getByRole('button', { name: 'Preview', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Preview' })
  const frame = panel.frameLocator('iframe')
  const heading = frame.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Beater')
  await main.getByLabel('Name').fill('Beater 2')
  await saved(page)
  await expect(heading).toContainText('Beater 2')
  await axe(page)
  await panel.getByRole('button', { name: 'Desktop' }).click()
  await expect(panel.getByRole('button', { name: 'Desktop', pressed: true })).toBeVisible()
  await expect.poll(() => heading.evaluate(() => window.innerWidth)).toBe(1440)

  const opened = page.waitForEvent('popup')
  await panel.getByRole('link', { name: 'Open in a tab' }).click()
  const preview = await opened
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Beater 2')
  await expect(preview.getByRole('main')).toContainText('$12.00')
  // Nothing that the page loads later brings what is published.
  await change({ stock: 4 })
  await preview.waitForTimeout(2000)
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Beater 2')
  // It changes nothing and leads nowhere.
  await preview.getByRole('button', { name: 'Get Quote' }).first().click()
  await expect(preview.getByText('This is a preview. Nothing was sent.')).toBeVisible()
  await preview.getByRole('main').getByRole('link').first().click()
  await expect(preview).toHaveURL(/preview/)
  await axe(preview)
  await shot(preview, 'admin-product-preview')
  const phone = preview.waitForEvent('popup')
  await preview.getByRole('button', { name: 'Phone width' }).click()
  await expect((await phone).getByRole('heading', { level: 1 })).toContainText('Beater 2')

  const visitor = await browser.newPage()
  await visitor.goto(`${server.url}/admin/products/${id}?preview`)
  await expect(visitor).toHaveURL(/\/login/)
  await visitor.goto(`${server.url}/products/${id}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Whisk that whips')
  await visitor.close()
})

test('a product is duplicated @desktop', async ({ page, server, newProduct }) => {
  const { id, change } = await newProduct('Funnel that fills')
  await change({ model: 'FU-1', content: { highlights: ['Fills'] } })
  const { main } = await openAdmin(page, server, `/admin/products/${id}`)
  await main.getByRole('button', { name: 'Duplicate' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Copy of Funnel that fills')
  await expect(page).not.toHaveURL(`/admin/products/${id}`)
  await expect(main.getByLabel('Model code')).toHaveValue('')
  await expect(main.getByLabel('State')).toHaveValue('draft')
  await expect(main.getByLabel('Highlight 1', { exact: true })).toHaveValue('Fills')
})

test('a product that is gone says so', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, '/admin/products/999')
  await expect(main.getByText('Product not found')).toBeVisible()
})
