import { openAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { expect, test } from './test'

test('a product gets all the content of its page', async ({ page, server, newProduct }) => {
  const name = 'Teapot that pours'
  const { id } = await newProduct(name)
  const { main } = await openAdmin(page, server, `/admin/products?edit=${id}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Page content' }).click()
  await expect(page).toHaveURL(`/admin/products/${id}`)
  await expect(main.getByRole('heading', { level: 1, name: name })).toBeVisible()
  await expect(page).toHaveTitle(/^Product content/)
  await expect(page.locator('nav a[aria-current=page]').first()).toHaveText('Products')
  const save = main.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveCount(0)

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
  await main.getByRole('checkbox', { name: 'Service contract' }).check()
  await main.getByLabel('Title', { exact: true }).first().fill('Care')
  await main.getByLabel('Price', { exact: true }).fill('€9')
  await main.getByLabel('What it includes').fill('Cleaning\nNew lid')
  // A field that is reached with the keyboard is above the bar.
  const bar = main.getByRole('region', { name: 'Unsaved changes' })
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

  // An error is shown at its field, and keeps the other values. Ctrl-S saves.
  await page.keyboard.press('Control+s')
  await expect(main.getByText('Value is required')).toBeVisible()
  await expect(main.getByLabel('Value 3', { exact: true })).toBeFocused()
  await expect(bar).toContainText('1 error, not saved')
  await expect.poll(covered, 'the bar covers the field with the error').toBe(false)
  await page.keyboard.type('0.8 l')
  await expect(main.getByText('Value is required')).toHaveCount(0)

  // Leaving asks first.
  await main.getByRole('link', { name: 'Products' }).first().click()
  const leave = page.getByRole('dialog', { name: 'Discard your changes?' })
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await save.click()
  await expect(page.getByText(`${name} was saved`)).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await noOverflow(page)

  await page.goto(`/products/${id}`)
  await expect(page.getByText('Never spills').first()).toBeVisible()
  await page.goto(`/products/${id}?tab=specs`)
  await expect(page.getByText('0.8 l').first()).toBeVisible()
})

test('content is copied from another product, and saved only when asked for @desktop', async ({
  page,
  server,
  newProduct,
}) => {
  const product = await newProduct('Kettle that boils')
  const { main } = await openAdmin(page, server, `/admin/products/${product.id}`)
  await main.getByLabel('Copy content from').selectOption('Robotic Arm with Linear Rail')
  await main.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(main.getByLabel('Title of group 2', { exact: true })).not.toHaveValue('')
  await expect(main.getByLabel('Model code')).toHaveValue('')
  const discard = main.getByRole('button', { name: 'Discard' })
  await discard.click()
  await expect(main.getByLabel('Title of group 2', { exact: true })).toHaveCount(0)
  await expect(discard).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(main.getByLabel('Title of group 2', { exact: true })).not.toHaveValue('')
  await discard.click()

  await main.getByRole('navigation', { name: 'Sections' }).getByText('Search engines').click()
  const heading = main.getByRole('heading', { name: 'Search engines' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})

test('a product that is gone says so', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, '/admin/products/999')
  await expect(main.getByText('Product not found')).toBeVisible()
})
