/** A short message that a finished action leaves behind. */
export type Toast = { id: number; kind: 'success' | 'error' | 'info'; message: string }

/** Spec 9. */
export const toastLife = 5000
export const toastLimit = 20

const none: readonly Toast[] = []
let toasts = none
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function add(kind: Toast['kind'], message: string) {
  set([...toasts, { id: nextId++, kind, message }])
}

/** Shows a toast; those beyond the limit wait until there is room. */
export const toast = {
  success: (message: string) => add('success', message),
  error: (message: string) => add('error', message),
  info: (message: string) => add('info', message),
}

export function dismissToast(id: number): void {
  set(toasts.filter((one) => one.id !== id))
}

export const toastStore = {
  get: () => toasts,
  /** What the server renders. */
  first: () => none,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
