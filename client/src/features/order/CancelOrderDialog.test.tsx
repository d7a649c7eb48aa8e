import { ApolloProvider } from '@apollo/client/react'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import { refusal } from '~/test/app'
import { held } from '~/test/held'
import { mockGraph } from '~/test/mockGraph'
import { ToastRegion } from '~/ui/ToastRegion'
import { CancelOrderDialog } from './CancelOrderDialog'

const user = userEvent.setup()

afterEach(() => vi.unstubAllGlobals())

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <CancelOrderDialog
        open={open}
        order={{ id: '1', number: 'ORD-1', orderItems: [{ quantity: 1 }] }}
        onClose={() => setOpen(false)}
        onStale={async () => {}}
        onCancelled={() => {}}
      />
      <ToastRegion />
    </>
  )
}

/** Sends a request, closes the dialog before the response, and opens it again. */
async function openAgain() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const cancel = held()
  mockGraph({ OrderCancel: cancel.mock })
  const router = createMemoryRouter([{ path: '*', element: <Page /> }])
  render(
    <ApolloProvider client={createClient(() => {})}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Open' }))
    return within(await screen.findByRole('dialog', { name: 'Cancel order ORD-1?' }))
  }
  const first = await open()
  await user.click(first.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() => expect(cancel.count()).toBe(1))
  await user.click(first.getByRole('button', { name: 'Keep order' }))
  return { cancel, dialog: await open() }
}

test('the failure of a closed question is told apart from the one that was opened since', async () => {
  const { cancel, dialog } = await openAgain()
  await cancel.respond(refusal('Not now'))
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
  await toasts.findByText('Order ORD-1 was not cancelled. Not now')
  expect(dialog.queryByText('Not now')).toBeNull()
})

test('the answer to a closed question does not close the one that was opened since', async () => {
  const { cancel, dialog } = await openAgain()
  await cancel.respond({
    data: {
      orderCancel: {
        __typename: 'OrderCancelPayload',
        order: { __typename: 'Order', id: '1', status: 'CANCELLED' },
        userErrors: [],
      },
    },
  })
  await screen.findByText('Order ORD-1 was cancelled')
  dialog.getByRole('button', { name: 'Cancel order' })
})
