import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useStillHere } from './useStillHere'

test('who has begun to go to another page is not here any more', async () => {
  let stillHere = () => false
  function Page() {
    stillHere = useStillHere()
    return null
  }
  let load = () => {}
  const loaded = new Promise<null>((resolve) => {
    load = () => resolve(null)
  })
  const router = createMemoryRouter([
    { path: '/', Component: Page },
    { path: '/about', element: null, loader: () => loaded },
  ])
  render(<RouterProvider router={router} />)
  expect(stillHere()).toBe(true)
  await act(() => router.navigate('/?page=2'))
  expect(stillHere()).toBe(true)
  let gone: Promise<void> | undefined
  await act(async () => {
    gone = router.navigate('/about')
  })
  expect(stillHere()).toBe(false)
  await act(async () => {
    load()
    await gone
  })
  expect(stillHere()).toBe(false)
})
