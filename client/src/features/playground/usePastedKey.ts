import { useState } from 'react'
import { readSession, removeSession, sessionKeys, writeSession } from '~/lib/storage'

function stored(): string | null {
  const key = readSession(sessionKeys.playgroundKey)
  return typeof key === 'string' ? key : null
}

/** The API key that the playground uses instead of the session. It is kept in this tab until the tab is closed. */
export function usePastedKey() {
  const [key, setKey] = useState(stored)
  return {
    key,
    paste(pasted: string) {
      writeSession(sessionKeys.playgroundKey, pasted)
      setKey(pasted)
    },
    remove() {
      removeSession(sessionKeys.playgroundKey)
      setKey(null)
    },
  }
}
