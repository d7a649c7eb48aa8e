import { afterEach, expect, test, vi } from 'vitest'
import { importStatement, inWords } from './statementFile'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('says what became of the entries of a file', () => {
  const none = { booked: 0, proposed: 0, waiting: 0, known: 0, pending: 0, outgoing: 0, lines: [] }
  expect(inWords(none)).toBe('no entries')
  expect(inWords({ ...none, booked: 12, proposed: 3, outgoing: 1 })).toBe('12 booked, 3 proposed, 1 outgoing')
  expect(inWords({ ...none, known: 16 })).toBe('16 already imported')
})

test('says that nothing was imported only if the server has refused the file', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const importing = (answer: () => Promise<Response>) => {
    vi.stubGlobal('fetch', answer)
    return importStatement(new File([''], 'march.xml'))
  }
  await expect(
    importing(async () => Response.json({ errors: { file: 'The file ends early.' } }, { status: 422 })),
  ).rejects.toThrow('The file ends early. Nothing was imported.')
  const unknown = 'It is not known whether the file was imported. Import it again: nothing is booked twice.'
  await expect(importing(() => Promise.reject(new TypeError('lost')))).rejects.toThrow(unknown)
  await expect(importing(async () => new Response('<html>', { status: 504 }))).rejects.toThrow(unknown)
  await expect(
    importing(async () => Response.json({ message: 'Something went wrong.' }, { status: 500 })),
  ).rejects.toThrow(unknown)
})
