import { randomUUID } from 'node:crypto'
import { createAccount } from './accounts'
import { openAdmin, rowOf } from './admin'
import { axe, holdToasts, noOverflow, shot } from './checks'
import { answer } from './graph'
import { placeOrder } from './orders'
import { graphql, type Server } from './server'
import { expect, test } from './test'

type Order = { id: string; number: string; reference: string; name: string; token: string }

const total = '20898.90'

async function newOrder(server: Server): Promise<Order> {
  const { token, name } = await createAccount(server)
  const { id, number } = await placeOrder(server, token)
  const { order } = await graphql<{ order: { payment: { reference: string } } }>(
    server,
    'query ($id: ID!) { order(id: $id) { payment { reference } } }',
    { id },
    token,
  )
  return { id, number, reference: order.payment.reference, name, token }
}

const entry = ({ amount = total, text = '', payer = 'Somebody Else', status = 'BOOK' }) => `<Ntry>
  <Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>
  <AcctSvcrRef>${randomUUID()}</AcctSvcrRef>
  <NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr><DbtrAcct><Id><IBAN>NL20INGB0001234567</IBAN></Id></DbtrAcct></RltdPties>
  <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`

const file = (name: string, ...entries: string[]) => ({
  name,
  mimeType: 'text/xml',
  buffer: Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`,
  ),
})

test('imports a statement, and a person decides about what is doubtful', async ({ page, server }) => {
  const [sure, typo, other] = [await newOrder(server), await newOrder(server), await newOrder(server)]
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()].map(
    (id) => `Payer ${id.slice(0, 8)}`,
  )
  const wrong = typo.reference.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
  const statement = file(
    'march.xml',
    entry({ text: `Invoice ${sure.reference.toLowerCase()}`, payer: first }),
    entry({ text: wrong, payer: second }),
    entry({ text: 'Thanks', payer: third }),
    entry({ amount: 'many' }),
    entry({ status: 'PDNG' }),
  )
  const { main } = await openAdmin(page, server, '/admin/payments')
  const input = main.getByLabel('Bank statements')
  const files = main
    .getByRole('list', { name: 'Imported files' })
    .getByRole('listitem')
    .filter({ hasText: 'march.xml' })
  await input.setInputFiles([statement])
  await expect(files.first()).toContainText(
    'march.xml: 1 booked, 1 proposed, 1 without a match, 1 not booked by the bank yet',
  )
  await expect(files.first()).toContainText(/Line \d+, Amt The entry has no valid amount/)

  const row = rowOf(page, second ?? '')
  await expect(rowOf(page, first ?? '')).toContainText(sure.number)
  await expect(rowOf(page, first ?? '')).toContainText('Booked')
  await expect(row).toContainText('$20,898.90')
  await expect(row).toContainText(`${typo.number}?`)
  await expect(rowOf(page, third ?? '')).toContainText('No match')
  await shot(page, 'admin-payments')
  await axe(page)
  await noOverflow(page)

  await input.setInputFiles([statement])
  await expect(files.first()).toContainText('march.xml: 3 already imported')

  // A proposal with its reasons.
  const details = row.getByRole('link', { name: `Details of the transfer by ${second}` })
  await details.click()
  const drawer = page.getByRole('dialog', { name: 'Transfer' })
  const proposals = drawer.getByRole('region', { name: 'Proposals' })
  await expect(proposals).toContainText('Reference with a typo')
  await expect(proposals).toContainText('Exact amount')
  await expect(proposals).toContainText(typo.name)
  await shot(page, 'admin-payments-proposal')
  await axe(page)
  await noOverflow(page)
  await page.keyboard.press('Escape')
  await expect(details).toBeFocused()

  await row.getByRole('button', { name: `Confirm ${typo.number}` }).press('Enter')
  await holdToasts(page)
  await expect(page.getByText(`$20,898.90 booked for ${typo.number}`)).toBeVisible()
  await expect(row).toContainText('Booked')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Proposed')
  await expect(row.getByRole('button', { name: `Confirm ${typo.number}` })).toBeVisible()

  // An order that a person finds.
  await rowOf(page, third ?? '')
    .getByRole('link', { name: 'Details' })
    .click()
  await drawer.getByLabel('Another order').fill(other.reference)
  await drawer.getByLabel('Another order').press('Enter')
  await drawer.getByRole('button', { name: `Book for ${other.number}` }).click()
  const booked = drawer.getByRole('region', { name: 'Booked for' })
  await expect(booked.getByRole('listitem')).toContainText(/OR-\d+\s*\$20,898\.90/)
  await booked.getByRole('button', { name: 'Undo' }).click()
  await drawer.getByRole('button', { name: 'Ignore transfer' }).click()
  await expect(drawer.getByText('Reason is required')).toBeVisible()
  await drawer.getByLabel('Reason to ignore it').fill('Loan of the bank')
  await drawer.getByLabel('Reason to ignore it').press('Enter')
  await expect(drawer).toContainText('Ignored')
  await expect(drawer).toContainText('Loan of the bank')
  await page.keyboard.press('Escape')
  await main.getByLabel('State', { exact: true }).selectOption('Ignored')
  await expect(rowOf(page, third ?? '')).toBeVisible()
  await expect(rowOf(page, first ?? '')).toBeHidden()

  // The buyer sees the payment.
  const { order } = await graphql<{
    order: { status: string; payments: { source: string }[]; openAmount: object }
  }>(
    server,
    'query ($id: ID!) { order(id: $id) { status payments { source } openAmount { amount } } }',
    { id: sure.id },
    sure.token,
  )
  expect(order).toEqual({
    status: 'PAID',
    payments: [{ source: 'TRANSFER' }],
    openAmount: { amount: '0.00' },
  })
})

test('records that too much was returned', async ({ page, server }) => {
  const { number, reference } = await newOrder(server)
  const { main } = await openAdmin(page, server, '/admin/payments')
  const payer = `Payer ${randomUUID().slice(0, 8)}`
  const statement = file('april.xml', entry({ amount: '20908.90', text: reference, payer }))
  await main.getByLabel('Bank statements').setInputFiles([statement])
  await rowOf(page, payer)
    .getByRole('button', { name: `Confirm ${number}` })
    .click()
  await expect(rowOf(page, payer)).toContainText('Booked')

  await page.goto('/admin/orders')
  await expect(rowOf(page, number)).toContainText('$10.00 to return')
  await rowOf(page, number).getByRole('link', { name: 'Details' }).click()
  const drawer = page.getByRole('dialog', { name: `Order ${number}` })
  await expect(drawer.getByText('To be returned')).toBeVisible()
  await shot(page, 'admin-order-excess')
  await drawer.getByRole('button', { name: 'Record return of $10.00' }).click()
  const question = page.getByRole('dialog', { name: 'Record the return of $10.00?' })
  await expect(question).toContainText('Send the money back first: this only records it.')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-order-return')
  await question.getByRole('button', { name: 'Record return' }).click()
  await expect(page.getByText(`The return of $10.00 for order ${number} was recorded`)).toBeVisible()
  await expect(drawer.getByText('To be returned')).toBeHidden()
  await expect(rowOf(page, number)).not.toContainText('to return')
  await expect(drawer.getByRole('button', { name: 'Record return' })).toBeHidden()
  await expect(drawer.getByRole('region', { name: 'Payments' }).getByRole('listitem')).toHaveText([
    /^Bank transfer.*\$20,908\.90$/,
    /^Returned.*-\$10\.00$/,
  ])
})

test('warns before an order is shipped whose payment was undone', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { number, reference } = await newOrder(server)
  const { main } = await openAdmin(page, server, '/admin/payments')
  const payer = `Payer ${randomUUID().slice(0, 8)}`
  await main.getByLabel('Bank statements').setInputFiles([file('may.xml', entry({ text: reference, payer }))])
  await expect(rowOf(page, payer)).toContainText('Booked')
  const status = main.getByLabel(`Status of order ${number}`)
  await page.goto('/admin/orders')
  await status.selectOption('Processing')
  await page.getByRole('button', { name: 'Set to Processing' }).click()
  await expect(status).toHaveValue('PROCESSING')
  await expect(status.getByRole('option')).toHaveText(['Processing', 'Shipped', 'Refunded'])
  await page.goto('/admin/payments')
  await rowOf(page, payer).getByRole('link', { name: 'Details' }).click()
  await page.getByRole('region', { name: 'Booked for' }).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, payer)).not.toContainText('Booked')

  await page.goto('/admin/orders')
  await expect(rowOf(page, number)).toContainText('$20,898.90 open')
  await expect(status.getByRole('option')).toHaveText(['Processing', 'Shipped', 'Cancelled', 'Refunded'])
  await status.selectOption('Shipped')
  const question = page.getByRole('dialog', { name: `Set order ${number} to Shipped?` })
  await expect(question).toContainText('$20,898.90 of this order is still to be paid.')
  await axe(page)
  await shot(page, 'admin-order-unpaid')
  await question.getByRole('button', { name: 'Keep as is' }).click()
  await status.selectOption('Cancelled')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(status).toBeHidden()
  await expect(rowOf(page, number)).toContainText('Cancelled')
})

test('says what is wrong with a file', { tag: '@desktop' }, async ({ page, server, problems }) => {
  problems.allow(/statements was refused|Failed to load resource/)
  const { main } = await openAdmin(page, server, '/admin/payments')
  const whole = file('cut.xml', entry({})).buffer
  await main.getByLabel('Bank statements').setInputFiles([
    { name: 'cut.xml', mimeType: 'text/xml', buffer: whole.subarray(0, whole.length - 50) },
    { name: 'page.xml', mimeType: 'text/xml', buffer: Buffer.from('<html></html>') },
  ])
  await expect(
    main.getByText(
      /^cut\.xml: The file ends early\. Download it again\. \(line \d+\)\. Nothing was imported\.$/,
    ),
  ).toBeVisible()
  await expect(
    main.getByText(
      'page.xml: This is not an account statement in the format camt.053 or camt.054 (line 1). Nothing was imported.',
    ),
  ).toBeVisible()
  await axe(page)
})

test('is empty at first, and says when it could not load', { tag: '@desktop' }, async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/AdminPayments:|Failed to load resource|INTERNET_DISCONNECTED/)
  let online = false
  await answer(page, 'AdminPayments', () =>
    online
      ? { data: { transfers: { __typename: 'TransferConnection', nodes: [], totalCount: 0 } } }
      : 'offline',
  )
  const { main } = await openAdmin(page, server, '/admin/payments')
  await expect(main.getByText('Failed to load the transfers.')).toBeVisible()
  online = true
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText('No transfers yet')).toBeVisible()
  await axe(page)
})
