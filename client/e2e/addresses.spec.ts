import type { Locator, Page } from '@playwright/test'
import { adminToken, createAccount, signInAs } from './accounts'
import { axe, holdToasts, noOverflow, shot } from './checks'
import { letterTo } from './letters'
import { addToCart, ordersOf } from './orders'
import { expect, test } from './test'

const assistant = { 2: 1 }

/** Types into fields by their labels, as somebody would. */
async function type(within: Locator, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) {
    await within.getByLabel(label, { exact: true }).click()
    await within.page().keyboard.press('ControlOrMeta+a')
    await within.page().keyboard.type(text)
  }
}

/** The text of a file that a click saves. */
async function saved(page: Page, click: () => Promise<void>) {
  const download = page.waitForEvent('download')
  await click()
  return (await download).suggestedFilename()
}

test('a company orders with its billing address and numbers, and the next checkout offers the address', async ({
  page,
  server,
}) => {
  const { token, email } = await createAccount(server, 'Cora Company')
  await addToCart(server, token, assistant)
  await signInAs(page, token)
  await page.goto('/checkout')
  const main = page.getByRole('main')
  const place = main.getByRole('button', { name: 'Place order' })

  // A private buyer sees nothing of it.
  await expect(main.getByLabel('Address', { exact: true })).toBeVisible()
  for (const label of ['Company', 'VAT number', 'Purchase order number', 'Recipient', 'Delivery notes'])
    await expect(main.getByLabel(label, { exact: true })).toHaveCount(0)

  await type(main, { Address: 'Damrak 1', 'Postal code': '1012 LG', City: 'Amsterdam' })
  await main.getByRole('button', { name: 'Add recipient, phone or delivery notes' }).press('Enter')
  await type(main, { Recipient: 'Gate 4', Phone: '+31 20 1234567', 'Delivery notes': 'Lift gate needed' })
  await main.getByLabel('Save for next time').press('Space')
  await main.getByLabel("I'm ordering for a company").press('Space')
  await place.press('Enter')
  const company = main.getByLabel('Company', { exact: true })
  await expect(company).toHaveAccessibleDescription('Company is required')
  await expect(company).toBeFocused()
  await type(main, {
    Company: 'ACME B.V.',
    'VAT number': 'NL004495446B01',
    'Purchase order number': 'PO-4711',
  })
  await main.getByLabel('Billing details are different').press('Space')
  const billing = main.getByRole('group', { name: 'Billing address' })
  await place.press('Enter')
  await expect(billing.getByLabel('Address', { exact: true })).toHaveAccessibleDescription(
    /Address is required/,
  )
  await type(billing, {
    Company: 'ACME Holding GmbH',
    Address: 'Unter den Linden 1',
    'Postal code': '10117',
    City: 'Berlin',
  })
  await billing.getByLabel('Country').selectOption('Germany')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'checkout-company')

  const vat = main.getByLabel('VAT number')
  await place.press('Enter')
  await expect(vat).toHaveAccessibleDescription(/This VAT number has a typo: its check digits don't match/)
  await expect(vat).toBeFocused()
  await type(main, { 'VAT number': 'NL0044' })
  await place.press('Enter')
  await expect(vat).toHaveAccessibleDescription(/VAT number must look like NL004495445B01/)
  expect(await ordersOf(server, token)).toEqual([])
  await type(main, { 'VAT number': 'nl 0044.95.445.b01' })
  await place.press('Enter')
  await expect(page.getByRole('heading', { name: 'Order placed', level: 1 })).toBeFocused()

  const shipping = main.getByRole('region', { name: 'Shipping information' })
  await expect(shipping).toContainText(
    /ACME B\.V\.\s*Gate 4\s*Damrak 1\s*1012 LG Amsterdam\s*Netherlands\s*Phone \+31 20 1234567\s*Lift gate needed/,
  )
  const bill = main.getByRole('region', { name: 'Billing information' })
  await expect(bill).toContainText(/ACME Holding GmbH\s*Unter den Linden 1\s*10117 Berlin\s*Germany/)
  await expect(bill).toContainText(/VAT number\s*NL004495445B01\s*Purchase order\s*PO-4711/)
  await expect(main.getByText('Tax (10%)')).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'order-company')
  expect(await saved(page, () => main.getByRole('button', { name: 'Invoice' }).press('Enter'))).toMatch(
    /^invoice-OR-\d+\.pdf$/,
  )

  const [order] = await ordersOf(server, token)
  const letter = await letterTo(server, email, { subject: `Your order ${order?.number}` })
  for (const text of [
    'ACME B.V.\nGate 4\nDamrak 1\n1012 LG Amsterdam, NL\nPhone +31 20 1234567\nLift gate needed',
    'ACME Holding GmbH\nCora Company\nUnter den Linden 1\n10117 Berlin, DE',
    'VAT no. NL004495445B01\nPurchase order PO-4711',
  ])
    expect(letter.text).toContain(text)

  // The next time the address is offered, and another one may be typed.
  await addToCart(server, token, assistant)
  await page.goto('/checkout')
  const offered = main.getByRole('radio', { name: /Damrak 1/ })
  await expect(offered).toBeChecked()
  await expect(offered).toHaveAccessibleName(/ACME B\.V\..*Gate 4/)
  await expect(main.getByLabel('Company', { exact: true })).toHaveValue('ACME Holding GmbH')
  await expect(vat).toHaveValue('NL004495445B01')
  await expect(main.getByLabel('Purchase order number')).toHaveValue('')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'checkout-saved')
  await offered.press('ArrowDown')
  await expect(main.getByRole('radio', { name: 'New address' })).toBeChecked()
  await expect(main.getByLabel('City', { exact: true }).first()).toHaveValue('')
  await page.keyboard.press('ArrowUp')
  await place.press('Enter')
  await expect(page.getByRole('heading', { name: 'Order placed', level: 1 })).toBeFocused()
  const [next] = await ordersOf(server, token)
  expect(next?.shippingInfo).toMatchObject({ address: 'Damrak 1', city: 'Amsterdam' })

  // The administrator's screen says the same, and finds it by the number of the purchase order.
  await signInAs(page, await adminToken(server))
  await page.goto(`/admin/orders?q=po-4711`)
  await page.getByRole('link', { name: `Details of order ${order?.number}` }).click()
  const drawer = page.getByRole('dialog', { name: `Order ${order?.number}` })
  await expect(drawer).toContainText('Lift gate needed')
  await expect(drawer).toContainText('ACME Holding GmbH')
  await expect(drawer).toContainText('NL004495445B01')
  await expect(drawer).toContainText('PO-4711')
  await axe(page)
  await shot(page, 'admin-order-company')
})

test('addresses are saved, changed and deleted in the profile', async ({ page, server }) => {
  const { token } = await createAccount(server)
  await signInAs(page, token)
  await page.goto('/profile')
  const panel = page.getByRole('region', { name: 'Addresses' })
  await expect(panel.getByText('No saved addresses.')).toBeVisible()
  const add = panel.getByRole('button', { name: 'Add address' })
  await add.press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add address' })
  await adding.getByRole('button', { name: 'Save address' }).press('Enter')
  await expect(adding.getByLabel('Address', { exact: true })).toBeFocused()
  await type(adding, { Address: 'Damrak 1', 'Postal code': '99', City: 'Amsterdam', Company: 'ACME B.V.' })
  await adding.getByRole('button', { name: 'Save address' }).press('Enter')
  await expect(adding.getByText('Postal code must match the country, such as 1012 AB')).toBeVisible()
  await type(adding, { 'Postal code': '1012 LG', 'Delivery notes': 'Third floor' })
  await axe(page)
  await noOverflow(page)
  await shot(page, 'address-dialog')
  await adding.getByRole('button', { name: 'Save address' }).press('Enter')
  await expect(adding).toBeHidden()
  await expect(add).toBeFocused()
  const rows = panel.getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Default')
  await expect(rows.first()).toContainText('Third floor')

  await add.press('Enter')
  await type(adding, { Address: 'Rokin 2', 'Postal code': '1012 KS', City: 'Amsterdam' })
  await adding.getByLabel('Use as default').press('Space')
  await adding.getByRole('button', { name: 'Save address' }).press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Rokin 2')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'profile-addresses')

  await panel.getByRole('button', { name: 'Edit Rokin 2, Amsterdam' }).press('Enter')
  const editing = page.getByRole('dialog', { name: 'Edit address' })
  await type(editing, { Address: 'Rokin 22' })
  await editing.getByRole('button', { name: 'Save address' }).press('Enter')
  await expect(rows.first()).toContainText('Rokin 22')

  await panel.getByRole('button', { name: 'Delete Rokin 22, Amsterdam' }).press('Enter')
  await holdToasts(page)
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText(/Damrak 1.*Default/s)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(/Rokin 22.*Default/s)
  await panel.getByRole('button', { name: 'Make default: Damrak 1, Amsterdam' }).press('Enter')
  await expect(rows.first()).toContainText(/Damrak 1.*Default/s)
})

test('the order of a quote takes over its numbers', { tag: '@desktop' }, async ({ page, server }) => {
  const { token, name } = await createAccount(server)
  await signInAs(page, token)
  await page.goto('/products/2')
  await page.getByRole('button', { name: 'Quote as PDF' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Quote as PDF' })
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Add VAT number or purchase order number' }).press('Enter')
  await type(dialog, { Company: 'ACME B.V.', 'VAT number': 'NL1', 'Purchase order number': 'PO-12' })
  const create = dialog.getByRole('button', { name: 'Create PDF' })
  await create.press('Enter')
  await expect(dialog.getByText(/VAT number must (look like|have)/)).toBeVisible()
  await type(dialog, { 'VAT number': 'NL004495445B01' })
  await axe(page)
  await noOverflow(page)
  await shot(page, 'quote-company')
  await create.press('Enter')
  await dialog.getByRole('link', { name: 'Open quote' }).press('Enter')
  const main = page.getByRole('main')
  await expect(main.getByRole('definition').filter({ hasText: 'PO-12' })).toBeVisible()
  await expect(main.getByLabel('VAT number')).toHaveValue('NL004495445B01')
  await expect(main.getByLabel('Company', { exact: true })).toHaveValue('ACME B.V.')
  await type(main, { Address: 'Damrak 1', 'Postal code': '1012 LG', City: 'Amsterdam' })
  await axe(page)
  await main.getByRole('button', { name: 'Order at these prices' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Order placed', level: 1 })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Billing information' })).toContainText(
    /NL004495445B01\s*Purchase order\s*PO-12/,
  )
})
