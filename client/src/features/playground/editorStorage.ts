import { readStored, removeStored, storageKeys, writeStored } from '~/lib/storage'

const all = (): Record<string, string> => ({ ...Object(readStored(storageKeys.playground)) })

/**
 * GraphiQL's storage for tabs, with operations and variables, and history: they belong to the signed-in user, like all
 * values of lib/storage.ts.
 */
export const editorStorage: Storage = {
  get length() {
    return Object.keys(all()).length
  },
  key: (index) => Object.keys(all())[index] ?? null,
  getItem: (key) => all()[key] ?? null,
  setItem: (key, value) => writeStored(storageKeys.playground, { ...all(), [key]: value }),
  removeItem(key) {
    const { [key]: _, ...rest } = all()
    writeStored(storageKeys.playground, rest)
  },
  clear: () => removeStored(storageKeys.playground),
}
