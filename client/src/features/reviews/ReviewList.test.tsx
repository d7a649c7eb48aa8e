import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dismissToast, toastStore } from '~/ui/toasts'
import { ReviewList } from './ReviewList'

const review = (id: string) => ({
  __typename: 'Review' as const,
  id,
  rating: 5,
  comment: `Comment ${id}`,
  name: 'Ada',
  createdAt: '2026-03-01T12:00:00Z',
  hidden: false,
})

const product = (...ids: string[]) =>
  ({ id: '3', reviews: { nodes: ids.map(review), pageInfo: { hasNextPage: true, endCursor: 'b' } } }) as never

test('a review that comes after a failure does not take the focus', async () => {
  // Files of tests share their modules, and with them the toasts.
  for (const { id } of toastStore.get()) dismissToast(id)
  const link = new ApolloLink(() => new Observable((observer) => observer.error(new Error('offline'))))
  const client = new ApolloClient({ cache: new InMemoryCache(), link })
  const shown = (...ids: string[]) => (
    <ApolloProvider client={client}>
      <ReviewList product={product(...ids)} without={undefined} />
    </ApolloProvider>
  )
  const { rerender } = render(shown('1', '2'))
  const more = screen.getByRole('button', { name: 'Show more' })
  more.focus()
  await act(async () => fireEvent.click(more))
  expect(toastStore.get().map(({ message }) => message)).toEqual([
    'Failed to load more reviews. Please try again.',
  ])
  rerender(shown('1', '2', '3'))
  expect(screen.getByText('Comment 3')).toBeTruthy()
  expect(document.activeElement).toBe(more)
})
