import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openAdmin, rowOf } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer, operationOf, refusal } from './graph'
import { expect, test } from './test'

test('searches, filters and sorts in the address', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, '/admin/products')
  const row = rowOf(page, 'Six-Axis Fixed Arm')
  await expect(main.getByRole('table', { name: 'Products' })).toBeVisible()
  await shot(page, 'admin-products')
  await axe(page)
  await noOverflow(page)
  await main.getByLabel('Product name').fill('arm')
  await expect(page).toHaveURL('/admin/products?q=arm')
  await expect(row).toContainText('$22,999.00')
  await expect(row).toContainText('For sale')
  await expect(row.getByRole('link', { name: 'Six-Axis Fixed Arm' }).first()).toHaveAttribute(
    'href',
    /^\/admin\/products\/\d+$/,
  )
  await main.getByLabel('Category').selectOption('Industrial')
  await main.getByLabel('Sort by').selectOption('Price, low to high')
  await expect(page).toHaveURL('/admin/products?q=arm&category=industrial&sort=price-up')
  await expect(row).toBeVisible()
  await expect(rowOf(page, 'Educational Kit')).toHaveCount(0)
  await row.getByRole('link', { name: 'Six-Axis Fixed Arm', exact: true }).click()
  await expect(page).toHaveURL('/admin/products/3')
  await page.goBack()
  await expect(page).toHaveURL('/admin/products?q=arm&category=industrial&sort=price-up')
  await expect(main.getByLabel('Product name')).toHaveValue('arm')
  await expect(main.getByLabel('Sort by')).toHaveValue('price-up')
  await expect(row).toBeVisible()
  await main.getByLabel('Product name').fill('')
  await expect(page).not.toHaveURL(/q=/)
  await main.getByLabel('Category').selectOption('All')
  await main.getByLabel('Stock').selectOption('Out of stock')
  await main.getByLabel('Sort by').selectOption('Stock, least first')
  await expect(page).toHaveURL('/admin/products?stock=none&sort=stock')
  await expect(row).toHaveCount(0)
  await expect(rowOf(page, 'SLAM')).toBeVisible()
  // Words of its tags that are in no name.
  await main.getByLabel('Product name').fill('fetch and carry')
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
  await main.getByLabel('Product name').fill('teapot')
  await expect(page).toHaveURL(/q=teapot/)
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
  await main.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/products')
  await expect(main.getByLabel('Product name')).toHaveValue('')
})

test('adds, changes and deletes a product', { tag: '@desktop' }, async ({ page, server }) => {
  const name = `Teapot ${randomUUID().slice(0, 8)}`
  const picture = await readFile(join(import.meta.dirname, '../../media/stills/cobot-card.jpg'))
  const { main } = await openAdmin(page, server, '/admin/products')
  const count = main.getByRole('status').first()
  await expect(count).toHaveText(/^\d+ products$/)
  const before = (await count.textContent()) ?? ''
  await main.getByRole('link', { name: 'Add product' }).click()
  await expect(page).toHaveURL('/admin/products?edit=new')
  const dialog = page.getByRole('dialog', { name: 'Add product' })
  await dialog.getByRole('button', { name: 'Add product' }).click()
  for (const text of ['Name is required', 'Price is required', 'Stock is required'])
    await expect(dialog.getByText(text)).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill(name)
  // What a number field can't read is not taken for an empty one.
  await dialog.getByLabel('Price').pressSequentially('1e')
  await dialog.getByLabel('Stock').fill('4.5')
  await expect(dialog.getByText('Price must be a number such as 25999.00')).toBeVisible()
  await expect(dialog.getByText('Stock must be a whole number between 0 and 1000000')).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await dialog.getByLabel('Price').fill('49.50')
  await dialog.getByLabel('Stock').fill('4')
  await dialog.getByLabel('Category').fill('Domestic')
  await dialog
    .getByLabel('Image')
    .setInputFiles({ name: 'teapot.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible()
  await shot(page, 'admin-products-add')
  await dialog.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText(`${name} was added`)).toBeVisible()
  await expect(page).toHaveURL('/admin/products')
  const row = rowOf(page, name)
  await expect(row).toContainText('$49.50')
  await expect(row).toContainText('Domestic')

  await row.getByRole('link', { name: `Edit ${name}` }).click()
  const edit = page.getByRole('dialog', { name: `Edit ${name}` })
  await expect(edit.getByLabel('Price')).toHaveValue('49.50')
  await edit.getByLabel('Stock').fill('0')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => operationOf(request).operationName === 'ProductUpdate'),
    edit.getByRole('button', { name: 'Save changes' }).click(),
  ])
  const { id, ...changed } = operationOf(sent).variables.input
  expect(changed).toEqual({ stock: 0, stockBefore: 4 })
  await expect(page.getByText(`${name} was saved`)).toBeVisible()
  await expect(row).toContainText('Out of stock')

  // The rest is on a page of its own.
  await row.getByRole('link', { name: `Edit ${name}` }).click()
  await shot(page, 'admin-products-edit')
  await edit.getByRole('link', { name: 'All content' }).click()
  await expect(page).toHaveURL(`/admin/products/${id}`)
  await main.getByLabel('State').selectOption('Hidden')
  await main.getByRole('button', { name: 'Publish' }).click()
  const publish = page.getByRole('dialog', { name: `Hide ${name}?` })
  await publish.getByRole('button', { name: 'Hide' }).click()
  await expect(publish).toBeHidden()
  await main.getByRole('link', { name: 'Products' }).click()
  // The state has the same name in the editor, in the list and in the search.
  await expect(row).toContainText('Hidden')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name })).toContainText('Hidden')
  await page.keyboard.press('Escape')
  await main.getByLabel('Catalogue', { exact: true }).selectOption('In the catalogue')
  await expect(main.getByRole('table')).toBeVisible()
  await expect(row).toHaveCount(0)
  await main.getByLabel('Catalogue', { exact: true }).selectOption('Not in the catalogue')
  await expect(row).toBeVisible()
  await main.getByLabel('Catalogue', { exact: true }).selectOption('All')
  await expect(count).not.toHaveText(before)

  await row.getByRole('button', { name: `Delete ${name}` }).click()
  const ask = page.getByRole('dialog', { name: `Delete ${name}?` })
  await expect(ask).toContainText('Are you sure you want to delete this product?')
  await expect(ask).toContainText('Orders and pre-orders keep its name.')
  await axe(page)
  await shot(page, 'admin-products-delete')
  await ask.getByRole('button', { name: 'Delete product' }).click()
  await expect(row).toHaveCount(0)
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(count).toHaveText(before)
  await page.goto(`/admin/products?edit=${id}`)
  await expect(page.getByRole('dialog').getByText('Product not found')).toBeVisible()
})

test('price and stock are number fields, which say what they can not read', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const { id } = await newProduct(`Ladle ${randomUUID().slice(0, 8)}`)
  await openAdmin(page, server, `/admin/products?edit=${id}`)
  const dialog = page.getByRole('dialog')
  const [price, stock] = [dialog.getByLabel('Price'), dialog.getByLabel('Stock')]
  await expect(price).toHaveAttribute('type', 'number')
  await expect(stock).toHaveAttribute('type', 'number')
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await price.fill('')
  await price.pressSequentially('-')
  await stock.fill('')
  await stock.pressSequentially('1e')
  await save.click()
  await expect(price).toHaveAccessibleDescription(/Price must be a number such as 25999.00/)
  await expect(stock).toHaveAccessibleDescription(/Stock must be a whole number between 0 and 1000000/)
  await price.fill('')
  await price.pressSequentially('-5')
  await expect(price).toHaveAccessibleDescription(/Price must be a number such as 25999.00/)
  await price.fill('')
  // Whichever language the browser has, a comma is no separator of thousands.
  await price.pressSequentially('12,5')
  await expect(price).toHaveValue('12.5')
  await stock.fill('')
  await stock.pressSequentially('7')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => operationOf(request).operationName === 'ProductUpdate'),
    save.click(),
  ])
  expect(operationOf(sent).variables.input).toEqual({ id, price: '12.5', stock: 7, stockBefore: 9 })
  await expect(dialog).toBeHidden()
})

test('a stock that was sold meanwhile is not put back', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const { id, change } = await newProduct(`Whisk ${randomUUID().slice(0, 8)}`)
  await openAdmin(page, server, `/admin/products?edit=${id}`)
  const dialog = page.getByRole('dialog')
  const stock = dialog.getByLabel('Stock')
  await expect(stock).toHaveValue('9')
  await change({ stock: 2 })
  await stock.fill('12')
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect(stock).toHaveAccessibleDescription(/The stock has changed since, to 2./)
  await expect(stock).toHaveValue('12')
  await stock.fill('5')
  await save.click()
  await expect(dialog).toBeHidden()
  await page.goto(`/admin/products?edit=${id}`)
  await expect(stock).toHaveValue('5')
  // Another field leaves the stock alone.
  await change({ stock: 1 })
  await dialog.getByLabel('Price').fill('13')
  await save.click()
  await expect(dialog).toBeHidden()
  await page.goto(`/admin/products?edit=${id}`)
  await expect(stock).toHaveValue('1')
})

test('all of a product leaves as JSON, and comes back', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/imports\/products|Failed to load resource/)
  const name = `Kettle ${randomUUID().slice(0, 8)}`
  const { main } = await openAdmin(page, server, '/admin/products?q=six-axis')
  const exported = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('button', { name: 'Export JSON' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.json$/)
    return readFile(await download.path(), 'utf8')
  }
  const text = await exported()
  const [product] = JSON.parse(text)
  expect(product).toMatchObject({
    id: '3',
    name: 'Six-Axis Fixed Arm',
    video: { url: '/films/fixed-arm.mp4' },
  })
  await shot(page, 'admin-products-files')

  await main.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  const choose = (value: unknown) =>
    dialog.getByLabel('CSV or JSON file').setInputFiles({
      name: 'products.json',
      mimeType: 'application/json',
      buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    })
  await choose('[{"id": "3",}]')
  await expect(dialog.getByText(/^Line 1 is not JSON/)).toBeVisible()
  await choose([
    product,
    { name, plate: [{ label: 'Mass' }], image: { url: '/media/none.jpg', alt: 'A kettle' } },
  ])
  await expect(dialog.getByRole('alert')).toHaveText('Nothing was imported. The file has 2 errors.')
  await expect(dialog.getByRole('row').nth(0)).toHaveText('ItemFieldError')
  await expect(dialog.getByRole('row').nth(1)).toHaveText(/^2plate\.0\.valueValue is required/)
  await expect(dialog.getByRole('row').nth(2)).toHaveText(/^2image\.urlThe shop has no such picture\./)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-products-json-faults')

  const { id: _, ...copy } = product
  await choose([product, { ...copy, name, model: null, listed: false }])
  await expect(dialog).toContainText('1 product will be added by products.json. 1 product is unchanged.')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('1 product was added. 1 product is unchanged.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await exported()).toBe(text)

  await main.getByLabel('Product name').fill(name)
  await main.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(main.getByLabel('Highlight 1', { exact: true })).toHaveValue(product.highlights[0])
})

test('a list leaves as a file, and products come from one', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/imports\/products|Failed to load resource|INTERNET_DISCONNECTED/)
  const name = `Kettle ${randomUUID().slice(0, 8)}`
  const { main } = await openAdmin(page, server, '/admin/products?q=six-axis&category=industrial')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/)
  await expect(page.getByText(`${download.suggestedFilename()} was saved`)).toBeVisible()
  const list = await readFile(await download.path(), 'utf8')
  expect(list).toMatch(/^\ufeffid,name,category,price,stock,.*\r\n/)
  expect(list).toContain('\r\n3,Six-Axis Fixed Arm,Industrial,22999.00,')
  expect(list).not.toContain('Educational Kit')

  await main.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  const choose = (text: string, file = 'products.csv') =>
    dialog
      .getByLabel('CSV or JSON file')
      .setInputFiles({ name: file, mimeType: '', buffer: Buffer.from(text) })
  await choose('PK', 'products.xlsx')
  await expect(dialog.getByText('Choose a CSV or JSON file. Spreadsheets can save as CSV.')).toBeVisible()
  await choose('id,colour\n1,red')
  await expect(dialog.getByText(/"colour" is not a known column/)).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-products-import')
  const faulty = Array.from({ length: 12 }, (_, line) => `${line % 2 ? 'Cup' : ''},a lot,${line}`)
  await choose(`name,price,stock\n${faulty.join('\n')}`)
  await expect(dialog.getByRole('alert')).toHaveText('Nothing was imported. The file has 18 errors.')
  await expect(dialog.getByRole('row').nth(1)).toContainText(/^2name/)
  await expect(dialog.getByRole('button', { name: 'Import' })).toHaveCount(0)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-products-faults')

  const file = `id,name,price,stock,listed\n,${name},19.5,2,false\n3,,,,\n`
  await choose(file)
  await expect(dialog).toContainText('1 product will be added by products.csv. 1 product is unchanged.')
  await axe(page)
  await shot(page, 'admin-products-trial')
  await page.route('**/imports/products?dryRun=false', (route) => route.abort('internetdisconnected'), {
    times: 1,
  })
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByText('The file could not be sent. Please try again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByText('1 product was added. 1 product is unchanged.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await main.getByLabel('Category').selectOption('All')
  await main.getByLabel('Product name').fill(name)
  await expect(rowOf(page, name)).toContainText('$19.50')
  await expect(rowOf(page, name)).toContainText('Hidden')

  await main.getByRole('checkbox', { name: `Select ${name}` }).check()
  const bar = main.getByRole('group', { name: 'Selected products' })
  await expect(bar.getByRole('button')).toHaveText(['Show', 'Delete', 'Clear selection'])
  await bar.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('dialog', { name: 'Show 1 product' }).getByRole('button', { name: 'Show' }).click()
  await expect(rowOf(page, name)).toContainText('For sale')
  await main.getByRole('checkbox', { name: `Select ${name}` }).check()
  await expect(bar.getByRole('button')).toHaveText(['Hide', 'Delete', 'Clear selection'])
  await bar.getByRole('button', { name: 'Delete' }).click()
  const remove = page.getByRole('dialog', { name: 'Delete 1 product?' })
  await expect(remove).toContainText('Are you sure you want to delete this product?')
  await remove.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 product deleted')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
})

test('an export says why it failed, and saves nothing', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/exports|Failed to load resource|INTERNET_DISCONNECTED/)
  const asked: string[] = []
  let release = () => {}
  await page.route('**/api/v1/exports/**', async (route) => {
    asked.push(new URL(route.request().url()).search)
    if (asked.length === 2) return route.abort('internetdisconnected')
    await new Promise<void>((done) => (release = done))
    const message = 'Other exports are running. Please try again in a moment.'
    return route.fulfill({ status: 429, json: { success: false, message, code: 'RATE_LIMITED' } })
  })
  const { main } = await openAdmin(page, server, '/admin/preorders?q=Ada&status=CLOSED&sort=oldest')
  const button = main.getByRole('button', { name: /^Export(ing| CSV)/ })
  await button.click()
  await expect(button).toHaveText('Exporting...')
  await expect.poll(() => asked.length).toBe(1)
  release()
  await expect(
    page.getByText('Failed to export. Other exports are running. Please try again in a moment.'),
  ).toBeVisible()
  await button.click()
  await expect(page.getByText('Failed to export. Please try again.')).toBeVisible()
  expect(asked[0]).toBe('?search=Ada&status=Closed')
  for (const [list, query] of [
    ['orders?status=PAID', '?status=PAID'],
    ['contacts?status=RESOLVED', '?status=resolved'],
    ['customers?role=ADMIN', '?role=admin'],
    ['products?listed=no&stock=low', '?listed=false&lowStock=true'],
  ]) {
    await page.goto(`/admin/${list}`)
    const [download] = await Promise.all([page.waitForRequest('**/api/v1/exports/**'), button.click()])
    expect(new URL(download.url()).search).toBe(query)
  }
})

test('says what failed, and keeps what was typed', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
  problems,
}) => {
  problems.allow(/:|Failed to load resource|INTERNET_DISCONNECTED/)
  await newProduct('Kit of a Museum')
  let lists: 'offline' | Promise<'pass'> = 'offline'
  await answer(page, 'AdminProducts', () => lists)
  await answer(page, 'ProductUpdate', 'offline')
  await answer(page, 'ProductDelete', refusal('It is in a museum'))
  const { main } = await openAdmin(page, server, '/admin/products')
  await expect(main.getByText('Failed to load products.')).toBeVisible()
  lists = Promise.resolve('pass')
  await main.getByRole('button', { name: 'Try again' }).click()
  await main.getByRole('link', { name: 'Edit Kit of a Museum' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Category').fill('Half a sentence')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('Failed to save product.')).toBeVisible()
  await expect(dialog.getByLabel('Category')).toHaveValue('Half a sentence')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
  await main.getByRole('button', { name: 'Delete Kit of a Museum' }).click()
  await dialog.getByRole('button', { name: 'Delete product' }).click()
  await expect(dialog.getByText('Failed to delete product. It is in a museum')).toBeVisible()
})
