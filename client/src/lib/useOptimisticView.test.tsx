import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useOptimisticView } from './useOptimisticView'

test('choices that come before the first one is rendered all count', async () => {
  let choose: ReturnType<typeof useOptimisticView<{ ids: string[] }>>[1] | undefined
  function Page() {
    const [params] = useSearchParams()
    choose = useOptimisticView(
      { ids: params.getAll('id') },
      ({ ids }) => `?${ids.map((id) => `id=${id}`).join('&')}`,
    )[1]
    return null
  }
  const router = createMemoryRouter([{ path: '/', Component: Page }])
  render(<RouterProvider router={router} />)
  await act(async () => {
    for (const id of ['7', '10']) choose?.(({ ids }) => ({ ids: [...ids, id] }))
  })
  expect(router.state.location.search).toBe('?id=7&id=10')
})
