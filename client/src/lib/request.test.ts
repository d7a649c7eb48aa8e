import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './apollo'
import { request } from './request'
import { getToken, setToken } from './token'
import { uploadFilm } from './upload'

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

test('a rejected session ends, but not for a key or an older token', async () => {
  const ended = vi.fn()
  createClient(ended)
  const rejection = () => Response.json({ message: 'Please sign in.' }, { status: 401 })
  vi.stubGlobal('fetch', async () => rejection())
  setToken('stored')
  for (const bearer of ['orrery_key', 'older'])
    await request('/graphql', { headers: { authorization: `Bearer ${bearer}` } })
  await request('/graphql')
  expect(getToken()).toBe('stored')
  expect(ended).not.toHaveBeenCalled()
  await request('/api/v1/uploads', { headers: { authorization: 'Bearer stored' } })
  expect(getToken()).toBeNull()
  expect(ended).toHaveBeenCalledOnce()
})

test('a film that is refused for want of a session ends it', async () => {
  const ended = vi.fn()
  createClient(ended)
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 401
      response = { message: 'Please sign in.' }
      upload = {}
      open() {}
      setRequestHeader() {}
      onloadend?: () => void
      send() {
        this.onloadend?.()
      }
    },
  )
  setToken('stored')
  await expect(uploadFilm(new File([''], 'arm.mp4'), new AbortController().signal, () => {})).rejects.toThrow(
    'Please sign in.',
  )
  expect(getToken()).toBeNull()
  expect(ended).toHaveBeenCalledOnce()
})
