import { ApolloProvider } from '@apollo/client/react'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import { held } from '~/test/held'
import { mockGraph } from '~/test/mockGraph'
import { damrak } from '~/test/shippingInfo'
import { ChangeAddressDialog } from './ChangeAddressDialog'

const user = userEvent.setup()

afterEach(() => vi.unstubAllGlobals())

type Order = { version: number; shippingInfo: typeof damrak }

const answered = (order: Order, ...userErrors: object[]) => ({
  data: {
    orderAddressUpdate: {
      __typename: 'OrderAddressUpdatePayload',
      order: { __typename: 'Order', id: '1', status: 'PAID', addressChangeable: true, ...order },
      userErrors,
    },
  },
})
const conflict = {
  __typename: 'UserError',
  code: 'CONFLICT',
  field: ['version'],
  message: 'Someone else changed this order.',
}

/** Opens the dialog of an order at version 1, and renders it at a later one with `show`. */
function open() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const update = held()
  const calls = mockGraph({ OrderAddressUpdate: update.mock })
  const onClose = vi.fn()
  let show = (_: Order) => {}
  function Page() {
    const [order, setOrder] = useState<Order>({ version: 1, shippingInfo: damrak })
    show = (next) => act(() => setOrder(next))
    return (
      <ChangeAddressDialog
        open
        order={{ id: '1', number: 'ORD-1', ...order }}
        onStale={async () => {}}
        onClose={onClose}
      />
    )
  }
  render(
    <ApolloProvider client={createClient(() => {})}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <Page /> }])} />
    </ApolloProvider>,
  )
  return {
    update,
    onClose,
    dialog: within(screen.getByRole('dialog', { name: 'Change address of order ORD-1' })),
    show: (order: Order) => show(order),
    sent: () => calls.map(({ variables }) => variables.input as Order),
  }
}

test('a correction by somebody else is not overwritten, and what was typed stays', async () => {
  const { update, onClose, dialog, show, sent } = open()
  await user.click(dialog.getByRole('button', { name: /^Add company/ }))
  await user.type(dialog.getByLabelText('Phone'), '+31 20 555 0100')
  const corrected = { version: 2, shippingInfo: { ...damrak, address: 'Rokin 99', phone: '112' } }
  show(corrected)
  await user.click(dialog.getByRole('button', { name: 'Save address' }))
  await waitFor(() => expect(update.count()).toBe(1))
  expect(sent()[0]?.version).toBe(1)
  await update.respond(answered(corrected, conflict))
  await dialog.findByText(/^Someone else changed this address.*: Address, Phone \(now 112\)\./)
  expect(dialog.getByLabelText('Address')).toHaveProperty('value', 'Rokin 99')
  expect(dialog.getByLabelText('Phone')).toHaveProperty('value', '+31 20 555 0100')

  await user.click(dialog.getByRole('button', { name: 'Save address' }))
  await waitFor(() => expect(update.count()).toBe(1))
  expect(sent()[1]).toMatchObject({
    version: 2,
    shippingInfo: { address: 'Rokin 99', phone: '+31 20 555 0100' },
  })
  await update.respond(answered({ ...corrected, version: 3 }))
  expect(onClose).toHaveBeenCalled()
})

test('a change of something else of the order is no reason to ask', async () => {
  const { update, onClose, dialog, sent } = open()
  await user.type(dialog.getByLabelText('City'), ' Noord')
  await user.click(dialog.getByRole('button', { name: 'Save address' }))
  await waitFor(() => expect(update.count()).toBe(1))
  await update.respond(answered({ version: 2, shippingInfo: damrak }, conflict))
  await waitFor(() => expect(update.count()).toBe(1))
  expect(sent()[1]).toMatchObject({ version: 2, shippingInfo: { city: 'Amsterdam Noord' } })
  await update.respond(answered({ version: 3, shippingInfo: { ...damrak, city: 'Amsterdam Noord' } }))
  expect(onClose).toHaveBeenCalled()
})
