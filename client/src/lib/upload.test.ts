import { afterEach, expect, test, vi } from 'vitest'
import { uploadPicture } from './upload'

afterEach(() => vi.unstubAllGlobals())

test('an upload may take as long as the server receives and stores it', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal('fetch', async () => Response.json({ upload: { _id: '1', url: '/media/1.jpg' } }))
  expect(await uploadPicture(new File([''], 'arm.jpg'))).toEqual({ id: '1', url: '/media/1.jpg' })
  expect(limit).toHaveBeenCalledExactlyOnceWith(360_000)
})
