import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { request } from './request'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.unstubAllGlobals())

const logged = () => vi.mocked(console.error).mock.calls

test.each([
  ['with its sentence', '{"message":"The file is too large"}', 'The file is too large'],
  ['with its status where it has none', '<h1>Bad Gateway</h1>', 'status 422'],
])('what is refused is written to the console, %s, and can still be read', async (_, body, why) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status: 422 }))
  const response = await request('/api/v1/uploads?x=1')
  expect(await response.text()).toBe(body)
  expect(logged()).toEqual([[`/api/v1/uploads was refused: ${why}`]])
})

test('what fails is written to the console, and rejects', async () => {
  const lost = new TypeError('Failed to fetch')
  vi.stubGlobal('fetch', () => Promise.reject(lost))
  await expect(request('/api/v1/uploads')).rejects.toBe(lost)
  expect(logged()).toEqual([['/api/v1/uploads:', lost]])
})

test('what is answered, or broken off by the page, is no error', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  await request('/api/v1/uploads')
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason))
  await expect(request('/graphql', { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(logged()).toEqual([])
})
