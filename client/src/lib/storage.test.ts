import { beforeEach, expect, test } from 'vitest'
import {
  clearOwnedStorage,
  readSession,
  readStored,
  removeStored,
  sessionKeys,
  storageKeys,
  writeSession,
  writeStored,
} from './storage'
import { setToken } from './token'

/** Signs a user in with a token that holds their ID, like the server's. */
function signIn(id: string) {
  const claims = btoa(JSON.stringify({ sub: id })).replace(/=+$/, '')
  setToken(`head.${claims}.signature`)
}

const draft = { name: 'Ada', phone: '+31 20 555 0100' }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const all = [
  ...Object.values(storageKeys).map((key) => ({
    key: key as string,
    read: () => readStored(key),
    write: () => writeStored(key, draft),
  })),
  ...Object.values(sessionKeys).map((key) => ({
    key: key as string,
    read: () => readSession(key),
    write: () => writeSession(key, draft),
  })),
]
const ofNobody = ['announcement', 'places']

/** Keys of personal values. */
const kept = all.filter(({ key }) => !ofNobody.includes(key))

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
  clearOwnedStorage()
  expect([localStorage.getItem(key), sessionStorage.getItem(key), read()]).toEqual([null, null, null])
})

test('of a visitor, who signs in, the choice of a product goes along and nothing else', () => {
  for (const { write } of kept) write()
  signIn('ada')
  expect(kept.filter(({ read }) => read() !== null).map(({ key }) => key)).toEqual([
    storageKeys.preOrderProduct,
    sessionKeys.pendingItem,
  ])
})

test('what says nothing about a person outlives signing out', () => {
  for (const { write } of all) write()
  signIn('ada')
  clearOwnedStorage()
  setToken(null)
  expect(all.filter(({ read }) => read() !== null).map(({ key }) => key)).toEqual(ofNobody)
})

test('a value has the shape that was written, and its owner beside it', () => {
  signIn('ada')
  writeStored(storageKeys.preOrderForm, draft)
  expect(JSON.parse(localStorage.getItem('preorder_form') ?? '')).toEqual(draft)
  expect(JSON.parse(localStorage.getItem('owners') ?? '')).toEqual({ preorder_form: 'ada' })
  removeStored(storageKeys.preOrderForm)
  expect(localStorage.getItem('owners')).toBeNull()
})
