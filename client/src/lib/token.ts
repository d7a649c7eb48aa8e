const key = 'token'

// Keeps the session alive for this visit where storage is blocked.
let memory: string | null = null

/** The bearer token, null for a visitor. */
export function getToken(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return memory
  }
}

/** Remembers a token; null forgets it. */
export function setToken(token: string | null): void {
  memory = token
  try {
    if (token === null) localStorage.removeItem(key)
    else localStorage.setItem(key, token)
  } catch {
    // `memory` has it.
  }
}

/** Calls back when another tab of this site signs in or out. Answers the function that ends it. */
export function onTokenChangedElsewhere(callback: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === key || event.key === null) callback()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/**
 * The id of the person whom the token names; null for a visitor. Nothing is verified here: it tells stored things of one person
 * from those of another, before the server has been asked.
 */
export function getTokenSubject(): string | null {
  const token = getToken()
  if (token === null) return null
  try {
    const claims = token.split('.')[1] ?? ''
    const { sub } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/')))
    return typeof sub === 'string' ? sub : unreadable
  } catch {
    return unreadable
  }
}

const unreadable = 'unreadable'
