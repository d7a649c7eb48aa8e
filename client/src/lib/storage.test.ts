import { beforeEach, expect, test } from 'vitest'
import {
  forgetStored,
  readSession,
  readStored,
  removeStored,
  sessionKeys,
  storageKeys,
  writeSession,
  writeStored,
} from './storage'
import { setToken } from './token'

/** Signs somebody in as the server would: the token names them. */
function signIn(id: string) {
  const claims = btoa(JSON.stringify({ sub: id })).replace(/=+$/, '')
  setToken(`head.${claims}.signature`)
}

const draft = { name: 'Ada', phone: '+31 20 555 0100' }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** What is stored about people; where somebody has scrolled to is not. */
const kept = [
  ...Object.values(storageKeys).map((key) => ({
    key: key as string,
    read: () => readStored(key),
    write: () => writeStored(key, draft),
  })),
  ...Object.values(sessionKeys)
    .filter((key) => key !== sessionKeys.places)
    .map((key) => ({
      key: key as string,
      read: () => readSession(key),
      write: () => writeSession(key, draft),
    })),
]

test.each(kept)('$key of a person is read by that person alone', ({ read, write }) => {
  signIn('ada')
  write()
  expect(read()).toEqual(draft)
  signIn('eve')
  expect(read()).toBeNull()
  setToken(null)
  expect(read()).toBeNull()
  signIn('ada')
  expect(read()).toEqual(draft)
})

test.each(kept)('$key goes when somebody signs out', ({ key, write, read }) => {
  signIn('ada')
  write()
  forgetStored()
  expect([localStorage.getItem(key), sessionStorage.getItem(key), read()]).toEqual([null, null, null])
})

test('of a visitor, who signs in, the choice of a product goes along and nothing else', () => {
  for (const { write } of kept) write()
  signIn('ada')
  expect(kept.filter(({ read }) => read() !== null).map(({ key }) => key)).toEqual([
    storageKeys.preOrderProduct,
    sessionKeys.wantedItem,
  ])
})

test('where somebody has scrolled to outlives signing out', () => {
  writeSession(sessionKeys.places, [['key', { y: 10 }]])
  signIn('ada')
  expect(readSession(sessionKeys.places)).not.toBeNull()
  forgetStored()
  expect(readSession(sessionKeys.places)).not.toBeNull()
})

test('a value has the shape that was written, and its owner beside it', () => {
  signIn('ada')
  writeStored(storageKeys.preOrderForm, draft)
  expect(JSON.parse(localStorage.getItem('preorder_form') ?? '')).toEqual(draft)
  expect(JSON.parse(localStorage.getItem('owners') ?? '')).toEqual({ preorder_form: 'ada' })
  removeStored(storageKeys.preOrderForm)
  expect(localStorage.getItem('owners')).toBeNull()
})
