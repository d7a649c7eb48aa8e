export type ToastAction = { label: string; act: () => void }

/** A short message shown after an action. */
export type Toast = {
  readonly id: number
  readonly kind: 'success' | 'error' | 'info'
  readonly message: string
  /** A button beside the message, such as Undo. */
  readonly action?: ToastAction
  /** The remaining time, in ms. */
  left: number
}

/** How long a toast is shown, in milliseconds, and how many are shown at once. */
const toastLife = 5000
export const toastLimit = 20

const none: readonly Toast[] = []
let toasts = none
/** The regions in dialogs, the topmost last. */
let regions: readonly symbol[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function add(kind: Toast['kind'], message: string, action?: ToastAction) {
  set([...toasts, { id: nextId++, kind, message, action, left: toastLife }])
}

/** Shows a toast; those beyond the limit are queued. */
export const toast = {
  success: (message: string, action?: ToastAction) => add('success', message, action),
  error: (message: string) => add('error', message),
  info: (message: string) => add('info', message),
}

export function dismissToast(id: number): void {
  set(toasts.filter((one) => one.id !== id))
}

/** Shows the toasts in this region, until the returned function is called or another region is opened on top. */
export function openToastRegion(key: symbol): () => void {
  const change = (next: readonly symbol[]) => {
    regions = next
    for (const listener of listeners) listener()
  }
  change([...regions, key])
  return () => change(regions.filter((one) => one !== key))
}

export const toastStore = {
  get: () => toasts,
  /** The region that shows the toasts; undefined for the layout's. */
  region: () => regions.at(-1),
  /** The snapshot for server rendering. */
  first: () => none,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
