import { openAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { expect, test } from './test'

test('a product gets all the content of its page', async ({ page, server, newProduct }) => {
  const name = 'Teapot that pours'
  const { id } = await newProduct(name)
  const { main } = await openAdmin(page, server, `/admin/products?edit=${id}`)
  await page.getByRole('dialog').getByRole('link', { name: 'All content' }).click()
  await expect(page).toHaveURL(`/admin/products/${id}`)
  await expect(main.getByRole('heading', { level: 1, name: name })).toBeVisible()
  await expect(page).toHaveTitle(/^Product content/)
  await expect(page.locator('nav a[aria-current=page]').first()).toHaveText('Products')
  const save = main.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()

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
  // The bar must not cover part of a field.
  await page.evaluate(() => window.scrollTo(0, 0))
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-product')

  // An error is shown at its field, and keeps the other values.
  await save.click()
  await expect(main.getByText('Value is required')).toBeVisible()
  await expect(main.getByLabel('Value 3', { exact: true })).toBeFocused()
  await page.keyboard.type('0.8 l')
  await expect(main.getByText('Value is required')).toHaveCount(0)

  // Leaving asks first.
  await main.getByRole('link', { name: 'Products' }).first().click()
  const leave = page.getByRole('dialog', { name: 'Discard your changes?' })
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await save.click()
  await expect(page.getByText(`${name} was saved`)).toBeVisible()
  await expect(save).toBeDisabled()

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
  await main.getByRole('button', { name: 'Discard changes' }).click()
  await expect(main.getByLabel('Title of group 2', { exact: true })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Save changes' })).toBeDisabled()
})

test('a product that is gone says so', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, '/admin/products/999')
  await expect(main.getByText('Product not found')).toBeVisible()
})
