import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp } from '~/test/app'
import { held } from '~/test/held'

const user = userEvent.setup()

const preOrder = {
  __typename: 'PreOrder',
  id: '1',
  productName: 'Arm',
  quantity: 5,
  message: '',
  status: 'OPEN',
  expectedDelivery: '2027-06-01T12:00:00Z',
  queuePosition: 1,
  unitsAhead: 0,
  awaitsAnswer: false,
  cancelledAt: null,
  confirmBy: null,
  replyBy: null,
  repliedAt: null,
  undoUntil: null,
  expectedDeliveryChanges: [],
}

/** The response to a change, which is refused at the quantity if there is a message. */
const answered = (message?: string) => ({
  data: {
    answer: {
      __typename: 'PreOrderChangePayload',
      preOrder: message ? null : preOrder,
      userErrors: message ? [{ __typename: 'UserError', message, field: ['input', 'quantity'] }] : [],
    },
  },
})

/** Sends a change, closes its form, and begins another one. */
async function changeTwice() {
  const change = held()
  openApp(`/preorders/change?token=${'x'.repeat(43)}`, {
    PreOrderOfLink: { data: { preOrderOfLink: preOrder } },
    PreOrderChange: change.mock,
  })
  const main = within(screen.getByRole('main'))
  const quantity = () => main.findByLabelText('Quantity')
  const fill = async (value: string) => {
    const field = await quantity()
    await user.clear(field)
    await user.type(field, value)
  }
  await fill('4')
  await user.click(main.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(change.count()).toBe(1))
  await user.click(main.getByRole('button', { name: 'Discard changes' }))
  await user.click(main.getByRole('button', { name: 'Change pre-order of Arm' }))
  await fill('3')
  return { main, change, quantity }
}

test('the answer to a change leaves the form that was opened since alone', async () => {
  const { main, change, quantity } = await changeTwice()
  await change.respond(answered())
  await main.findByText('Pre-order changed. You keep your place in the queue.')
  const field = await quantity()
  expect(field).toHaveProperty('value', '3')
  expect(document.activeElement).toBe(field)
})

test('the refusal of a change is told outside of the form that was opened since, which is sent after it', async () => {
  const { main, change, quantity } = await changeTwice()
  await user.click(main.getByRole('button', { name: 'Save changes' }))
  await change.respond(answered('Too many'))
  await waitFor(() => expect(change.count()).toBe(1))
  await change.respond(answered('Still too many'))
  await main.findByText('Still too many')
  expect((await quantity()).getAttribute('aria-invalid')).toBe('true')
})
