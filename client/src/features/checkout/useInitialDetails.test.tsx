import { ApolloProvider } from '@apollo/client/react'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import { refusal } from '~/test/app'
import { mockGraph } from '~/test/mockGraph'
import { useInitialDetails } from './useInitialDetails'

const shippingInfo = {
  __typename: 'ShippingInfo',
  address: 'Damrak 1',
  city: 'Amsterdam',
  postalCode: '1012 LG',
  country: 'NL',
  recipient: null,
  company: null,
  phone: null,
  notes: null,
}
const me = {
  __typename: 'User',
  id: 'u1',
  addresses: [{ __typename: 'Address', id: 'a1', shippingInfo }],
  orders: { __typename: 'OrderConnection', nodes: [] },
}

test('values that have been decided stay when the connection returns', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = createClient(() => {})
  mockGraph({ LastAddress: refusal('Try again') })
  const seen: unknown[] = []
  const { result } = renderHook(
    () => {
      const details = useInitialDetails('u1')
      seen.push(details?.start)
      return details
    },
    { wrapper: ({ children }) => <ApolloProvider client={client}>{children}</ApolloProvider> },
  )
  await waitFor(() => expect(result.current).toBeDefined())
  const first = result.current?.start
  expect(first?.address).toBe('')
  seen.length = 0
  mockGraph({ LastAddress: { data: { me } } })
  act(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
  await waitFor(() => expect(result.current?.saved).toHaveLength(1))
  expect(seen.every((start) => start === first)).toBe(true)
  client.stop()
  vi.unstubAllGlobals()
})
