import { ApolloProvider } from '@apollo/client/react'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import { refusal, vera } from '~/test/app'
import { held } from '~/test/held'
import { mockGraph } from '~/test/mockGraph'
import { damrak } from '~/test/shippingInfo'
import { ToastRegion } from '~/ui/ToastRegion'
import { AddressDialog } from './AddressDialog'

const user = userEvent.setup()

afterEach(() => vi.unstubAllGlobals())

const address = (id: string) => ({
  __typename: 'Address',
  id,
  default: false,
  shippingInfo: { ...damrak, address: `Damrak ${id}` },
})

const addresses = [address('1'), address('2')]

function Page() {
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <>
      {addresses.map(({ id }) => (
        <button key={id} type="button" onClick={() => setEdited(id)}>{`Edit ${id}`}</button>
      ))}
      <AddressDialog
        open={edited !== null}
        address={addresses.find(({ id }) => id === edited) ?? null}
        onClose={() => setEdited(null)}
      />
      <ToastRegion />
    </>
  )
}

/** Saves the first address, closes its dialog, and begins to change the second one. */
async function changeTwo() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const update = held()
  mockGraph({ AddressUpdate: update.mock })
  const router = createMemoryRouter([{ path: '*', element: <Page /> }])
  render(
    <ApolloProvider client={createClient(() => {})}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
  const edit = async (id: string) => {
    await user.click(screen.getByRole('button', { name: `Edit ${id}` }))
    return within(await screen.findByRole('dialog', { name: 'Edit address' }))
  }
  const first = await edit('1')
  await user.click(first.getByRole('button', { name: 'Save address' }))
  await waitFor(() => expect(update.count()).toBe(1))
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  const second = await edit('2')
  await user.type(second.getByLabelText('Company'), 'ACME')
  return { update, second }
}

test('the answer to a closed dialog leaves the one that was opened since open', async () => {
  const { update, second } = await changeTwo()
  await update.respond({
    data: {
      addressUpdate: {
        __typename: 'AddressUpdatePayload',
        user: { ...vera.data.me, addresses },
        userErrors: [],
      },
    },
  })
  await screen.findByText('Address saved')
  expect(second.getByLabelText('Company')).toHaveProperty('value', 'ACME')
})

test('the failure of a closed dialog names its address', async () => {
  const { update, second } = await changeTwo()
  await update.respond(refusal('Not now'))
  await screen.findByText('Damrak 1 was not saved. Not now')
  expect(second.getByLabelText('Company')).toHaveProperty('value', 'ACME')
})
