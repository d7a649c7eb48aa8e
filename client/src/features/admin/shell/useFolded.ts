import { useState } from 'react'
import { readStored, storageKeys, writeStored } from '~/lib/storage'

function stored(): string[] {
  const value = readStored(storageKeys.adminMenu)
  return Array.isArray(value) ? value.filter((title) => typeof title === 'string') : []
}

/** Titles of the menu's collapsed groups, stored in this browser. */
export function useFolded() {
  const [folded, setFolded] = useState(stored)
  function toggle(title: string) {
    const next = folded.includes(title) ? folded.filter((other) => other !== title) : [...folded, title]
    setFolded(next)
    writeStored(storageKeys.adminMenu, next)
  }
  return { folded, toggle }
}

export type Folded = ReturnType<typeof useFolded>
