const key = 'token'

// Keeps the session for this visit if storage is blocked.
let memory: string | null = null

/** The bearer token, or null for a visitor. */
export function getToken(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return memory
  }
}

/** Stores a token; null removes it. */
export function setToken(token: string | null): void {
  memory = token
  try {
    if (token === null) localStorage.removeItem(key)
    else localStorage.setItem(key, token)
  } catch {
    // Storage is blocked; `memory` has it.
  }
}

/** Calls back when another tab signs in or out. Returns a function that stops it. */
export function onTokenChangedElsewhere(callback: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === key || event.key === null) callback()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/**
 * The user ID in the token; null for a visitor. It is not verified: it only separates stored values of different users
 * before the server has confirmed the session.
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
