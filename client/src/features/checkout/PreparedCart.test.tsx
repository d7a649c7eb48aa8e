import { ApolloProvider } from '@apollo/client/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import { mockGraph } from '~/test/mockGraph'
import { mockResultsFrom, readSchema } from '~/test/mockResults'
import { ToastRegion } from '~/ui/ToastRegion'
import { PreparedCheckoutDocument } from './Prepared.gen'
import PreparedCart from './PreparedCart'

test('an unknown failure says what was not done', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const results = mockResultsFrom(readSchema('../graph/schema'), {
    items: 1,
    nulls: false,
    flags: true,
    ids: 3,
  })
  mockGraph({
    PreparedCheckout: { data: results(PreparedCheckoutDocument) },
    PreparedCheckoutTake: () => new Response('', { status: 500 }),
  })
  const element = (
    <>
      <PreparedCart id="1" />
      <ToastRegion />
    </>
  )
  render(
    <ApolloProvider client={createClient(() => {})}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </ApolloProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Put in cart and continue' }))
  await screen.findByText("Couldn't put the items in your cart")
})
