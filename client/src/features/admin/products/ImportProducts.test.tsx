import { ApolloProvider } from '@apollo/client/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import { ImportProducts } from './ImportProducts'

const user = userEvent.setup()

afterEach(() => vi.unstubAllGlobals())

/** Chooses a file to which the server gives these answers, first to the dry run. */
async function choose(...answers: object[]) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ lines: [], ...answers.shift() })))
  const element = <ImportProducts onImported={() => {}} />
  render(
    <ApolloProvider client={createClient(() => {})}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </ApolloProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Import' }))
  await user.upload(screen.getByLabelText(/^CSV or JSON file/), new File(['id\n1'], 'export.csv'))
}

const confirm = () => screen.queryAllByRole('button', { name: 'Import' })[1]

test('a file that changes nothing says so and offers no import', async () => {
  await choose({ created: 0, changed: 0, unchanged: 14 })
  expect(await screen.findByText('export.csv changes nothing. 14 products are unchanged.')).toBeDefined()
  expect(confirm()).toBeUndefined()
})

test('products that a file leaves unchanged are counted apart', async () => {
  const counts = { created: 0, changed: 2, unchanged: 1 }
  await choose(counts, counts)
  expect(
    await screen.findByText(
      '2 products will be changed by export.csv. 1 product is unchanged. Nothing has been saved yet.',
    ),
  ).toBeDefined()
  await user.click(confirm() as HTMLElement)
  expect(await screen.findByText('2 products were changed. 1 product is unchanged.')).toBeDefined()
})

test('an import that came too late to change anything says so', async () => {
  await choose({ created: 0, changed: 1, unchanged: 0 }, { created: 0, changed: 0, unchanged: 1 })
  await screen.findByText('1 product will be changed by export.csv. Nothing has been saved yet.')
  await user.click(confirm() as HTMLElement)
  expect(await screen.findByText('Nothing was changed. 1 product is unchanged.')).toBeDefined()
})

test('the file has the focus first', async () => {
  const element = <ImportProducts onImported={() => {}} />
  render(
    <ApolloProvider client={createClient(() => {})}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </ApolloProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^CSV or JSON file/))
})
