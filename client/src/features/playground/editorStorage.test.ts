import { expect, test } from 'vitest'
import { clearOwnedStorage } from '~/lib/storage'
import { setToken } from '~/lib/token'
import { editorStorage } from './editorStorage'

const signIn = (id: string) => setToken(`head.${btoa(JSON.stringify({ sub: id }))}.signature`)

test('keeps what was written, for its author', () => {
  signIn('ada')
  editorStorage.setItem('graphiql:tabState', '{"tabs":[]}')
  editorStorage.setItem('graphiql:theme', 'dark')
  editorStorage.removeItem('graphiql:theme')
  expect(editorStorage.getItem('graphiql:tabState')).toBe('{"tabs":[]}')
  expect([editorStorage.length, editorStorage.key(0)]).toEqual([1, 'graphiql:tabState'])
  signIn('eve')
  expect([editorStorage.length, editorStorage.getItem('graphiql:tabState')]).toEqual([0, null])
  signIn('ada')
  clearOwnedStorage()
  expect(editorStorage.getItem('graphiql:tabState')).toBeNull()
})
