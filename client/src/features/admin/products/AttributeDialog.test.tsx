import { ApolloProvider } from '@apollo/client/react'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import { held } from '~/test/held'
import { mockGraph } from '~/test/mockGraph'
import { AdminAttributesDocument } from './AdminAttributes.gen'
import Attributes from './Attributes'

const user = userEvent.setup()

afterEach(() => vi.unstubAllGlobals())

const list = (label: string) => ({
  attributes: [
    {
      __typename: 'Attribute',
      id: 'noise',
      label,
      kind: 'NUMBER',
      unit: 'NONE',
      symbol: '',
      choices: [],
      categories: [],
      filterable: true,
      comparable: true,
      position: 10,
      builtIn: false,
    },
  ],
})

test('an answer to the list leaves what is typed in the dialog', async () => {
  const read = held()
  mockGraph({ AdminAttributes: read.mock })
  const client = createClient(() => {})
  client.writeQuery({ query: AdminAttributesDocument, data: list('Noise') as never })
  render(
    <ApolloProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <Attributes /> }])} />
    </ApolloProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Edit Noise' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit attribute' }))
  await user.type(dialog.getByLabelText('Label'), ' at work')
  await read.respond({ data: list('Sound') })
  await screen.findByText('Sound')
  expect(dialog.getByLabelText('Label')).toHaveProperty('value', 'Noise at work')
})
