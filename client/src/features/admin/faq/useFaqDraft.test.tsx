import { ApolloProvider } from '@apollo/client/react'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import { type MockResponse, mockGraph } from '~/test/mockGraph'
import { type Draft, inOrder } from './topics'
import { useFaqDraft } from './useFaqDraft'

afterEach(() => vi.unstubAllGlobals())

const entry = (id: string, topic: 'PRODUCTS' | 'CONTACT') => ({
  __typename: 'FaqEntry' as const,
  id,
  topic,
  question: `Question ${id}?`,
  answer: 'Yes.',
})
const draftOf = (revision: number, ...ids: string[]) => ({
  __typename: 'FaqDraft' as const,
  revision,
  version: 1,
  entries: ids.map((id) => entry(id, id < 'c' ? 'PRODUCTS' : 'CONTACT')),
  published: [],
  changes: [],
  errors: [],
  planned: null,
})
const saved = (draft: Draft): MockResponse => ({
  data: { faqDraftSave: { __typename: 'FaqDraftPayload', draft, userErrors: [] } },
})

test('moves in two topics are saved one after the other, and what follows waits for both', async () => {
  const responses: ((response: MockResponse) => void)[] = []
  const calls = mockGraph({ FaqDraftSave: () => new Promise((resolve) => responses.push(resolve)) })
  const client = createClient(() => {})
  const { result } = renderHook(() => useFaqDraft(draftOf(1, 'a', 'b', 'c', 'd')), {
    wrapper: ({ children }) => <ApolloProvider client={client}>{children}</ApolloProvider>,
  })
  let flushed = false
  await act(async () => {
    void result.current.change((all) => inOrder(all, ['b', 'a']))
    void result.current.change((all) => inOrder(all, ['d', 'c']))
    void result.current.flush().then(() => (flushed = true))
  })
  await waitFor(() => expect(responses).toHaveLength(1))
  expect(result.current.saving).toBe(true)
  await act(async () => responses[0]?.(saved(draftOf(2, 'b', 'a', 'c', 'd'))))
  await waitFor(() => expect(responses).toHaveLength(2))
  const inputs = calls.map(({ variables }) => variables.input as Draft)
  expect(inputs.map(({ revision }) => revision)).toEqual([1, 2])
  expect(inputs[1]?.entries.map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c'])
  expect(flushed).toBe(false)
  await act(async () => responses[1]?.(saved(draftOf(3, 'b', 'a', 'd', 'c'))))
  await waitFor(() => expect(flushed).toBe(true))
  expect(result.current.draft.revision).toBe(3)
  expect(result.current.saving).toBe(false)
})
