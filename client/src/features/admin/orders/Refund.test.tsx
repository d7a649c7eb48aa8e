import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { setToken } from '~/lib/token'
import { offline, openApp, vera } from '~/test/app'
import type { MockResponse } from '~/test/mockGraph'
import { damrak } from '~/test/shippingInfo'

const Me = { data: { me: { ...vera.data.me, role: 'ADMIN', scopes: ['READ_ORDERS', 'WRITE_PAYMENTS'] } } }
const user = userEvent.setup()

const money = (amount: string) => ({ __typename: 'Money', amount, currency: 'USD' })

/** An order with an online payment of $100, of which `left` can be refunded. */
const orderPaidBy = (payment: string, left = '100.00') => ({
  __typename: 'Order',
  id: '1',
  number: 'ORD-1',
  status: 'PAID',
  version: 1,
  cancellable: false,
  createdAt: '2026-03-02T09:00:00Z',
  reservedUntil: null,
  expiredAt: null,
  termsVersion: null,
  preparedBy: null,
  addressChangeable: false,
  shipment: null,
  buyer: { __typename: 'Buyer', id: 'u2', name: 'Ada', email: 'ada@example.com', deleted: false },
  shippingInfo: damrak,
  billingInfo: { ...damrak, __typename: 'BillingInfo', vatNumber: '', purchaseOrderNumber: '' },
  orderItems: [],
  subtotal: money('100.00'),
  taxPercent: '0',
  tax: money('0.00'),
  shipping: money('0.00'),
  totalPrice: money('100.00'),
  payment: null,
  payments: [
    {
      __typename: 'Payment',
      id: payment,
      source: 'ONLINE',
      status: 'SUCCEEDED',
      amount: money('100.00'),
      paidAt: '2026-03-02T09:00:00Z',
      refundable: money(left),
      refundPending: money('0.00'),
    },
  ],
  openAmount: money('0.00'),
  notes: [],
})

const answered = (order: object | null, ...userErrors: object[]) => ({
  data: {
    orderRefund: {
      __typename: 'OrderRefundPayload',
      order,
      userErrors: userErrors.map((one) => ({ __typename: 'UserError', field: null, ...one })),
    },
  },
})

/** Opens the order; the test answers refunds. Returns what was sent of each refund. */
async function open(payment: string) {
  const server = { order: orderPaidBy(payment), answer: offline as MockResponse }
  const calls = openApp('/admin/orders', {
    Me,
    AdminOrders: {
      data: { orders: { __typename: 'OrderConnection', nodes: [orderPaidBy(payment)], totalCount: 1 } },
    },
    AdminOrder: () => ({ data: { order: server.order } }),
    OrderRefund: () => server.answer,
  })
  await user.click(await screen.findByRole('link', { name: /Details of.* ORD-1/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Order ORD-1' }))
  return {
    server,
    drawer,
    refunds: () =>
      calls
        .filter(({ operationName }) => operationName === 'OrderRefund')
        .map(({ variables }) => variables.input as { amount: string; idempotencyKey: string }),
  }
}

type Drawer = Awaited<ReturnType<typeof open>>['drawer']

async function ask(drawer: Drawer) {
  await user.click(drawer.getByRole('button', { name: 'Refund' }))
  return within(await screen.findByRole('dialog', { name: 'Refund order ORD-1' }))
}

async function request(dialog: Awaited<ReturnType<typeof ask>>, amount: string) {
  const field = dialog.getByLabelText(/^Amount/)
  await user.clear(field)
  await user.type(field, amount)
  await user.click(dialog.getByRole('button', { name: 'Refund' }))
}

beforeEach(() => setToken('good'))

test('no Enter refunds, neither the one that opens the dialog nor one in its field', async () => {
  const { drawer, refunds } = await open('p0')
  drawer.getByRole('button', { name: 'Refund' }).focus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund order ORD-1' }))
  dialog.getByLabelText(/^Amount/).focus()
  await user.keyboard('{Enter}')
  expect(dialog.getByRole('button', { name: 'Refund' })).toHaveProperty('disabled', false)
  expect(refunds()).toEqual([])
})

test('a refund whose answer was lost is repeated with its key, also after the dialog was closed', async () => {
  const { server, drawer, refunds } = await open('p1')
  const first = await ask(drawer)
  // The server makes it, which the order shows once it is read again.
  server.order = orderPaidBy('p1', '60.00')
  await request(first, '40.00')
  await first.findByText(/^No response. The refund of 40.00 USD may have been made/)
  await first.findByText('At most $60.00.')
  await user.click(first.getByRole('button', { name: 'Keep payment' }))

  const second = await ask(drawer)
  second.getByText(/^The refund of 40.00 USD may have been made/)
  expect(second.getByLabelText(/^Amount/)).toHaveProperty('value', '40.00')
  server.answer = answered(server.order)
  await user.click(second.getByRole('button', { name: 'Refund' }))
  await screen.findByText('The refund of order ORD-1 was requested')
  const [lost, again] = refunds()
  expect(again).toEqual(lost)

  // The next one is another refund.
  const third = await ask(drawer)
  await request(third, '40.00')
  await expect.poll(() => refunds().length).toBe(3)
  expect(refunds()[2]?.idempotencyKey).not.toBe(lost?.idempotencyKey)
})

test('another amount after a lost answer is not refunded before the person knows of the first', async () => {
  const { server, drawer, refunds } = await open('p2')
  const dialog = await ask(drawer)
  await request(dialog, '40.00')
  await dialog.findByText(/^No response. The refund of 40.00 USD may have been made/)

  server.order = orderPaidBy('p2', '60.00')
  server.answer = answered(null, { code: 'KEY_REUSED', message: 'Key reused', field: ['idempotencyKey'] })
  await request(dialog, '50.00')
  await dialog.findByText(/^An earlier refund of this payment, with another amount, may have been made/)
  await dialog.findByText('At most $60.00.')

  server.answer = answered(server.order)
  await user.click(dialog.getByRole('button', { name: 'Refund' }))
  await screen.findByText('The refund of order ORD-1 was requested')
  const [first, second, third] = refunds().map(({ idempotencyKey }) => idempotencyKey)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a refusal that ends a refund gives the next one another key, others keep it', async () => {
  const { server, drawer, refunds } = await open('p3')
  const dialog = await ask(drawer)
  for (const [code, message] of [
    ['OUT_OF_RANGE', 'Too much'],
    ['NOT_ALLOWED', 'This refund has failed'],
    ['NOT_ALLOWED', 'This one, too'],
  ]) {
    server.answer = answered(null, { code, message, field: ['amount'] })
    await request(dialog, '40.00')
    await dialog.findByText(message ?? '')
  }
  const [first, second, third] = refunds().map(({ idempotencyKey }) => idempotencyKey)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})
