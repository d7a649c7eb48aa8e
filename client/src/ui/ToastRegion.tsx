import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Icon, type IconName } from './Icon'
import { dismissToast, openToastRegion, type Toast, toastLimit, toastStore } from './toasts'

const looks: Record<Toast['kind'], { icon: IconName; colour: string }> = {
  success: { icon: 'check', colour: 'text-ok' },
  error: { icon: 'alert', colour: 'text-error' },
  info: { icon: 'arrow', colour: 'text-info' },
}

/**
 * Shows and announces toasts: top right below the header; admin.css moves them off the administration's actions. There
 * is one in the layout and one in each open dialog (ui/Dialog.tsx), since a modal dialog makes everything outside it
 * inert, popovers too. The topmost region shows the toasts.
 */
export function ToastRegion({ inDialog = false }: { inDialog?: boolean }) {
  const [key] = useState(() => (inDialog ? Symbol() : undefined))
  useLayoutEffect(() => (key ? openToastRegion(key) : undefined), [key])
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.first)
  const region = useSyncExternalStore(toastStore.subscribe, toastStore.region, () => undefined)
  const active = region === key
  const [away, setAway] = useState(false)
  useEffect(() => {
    const leave = () => setAway(true)
    const comeBack = () => setAway(false)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', comeBack)
    }
  }, [])
  return (
    <section
      aria-label={active ? 'Notifications' : undefined}
      aria-live="polite"
      className="pointer-events-none fixed top-19 right-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2 lg:top-21"
    >
      {active && toasts.slice(0, toastLimit).map((one) => <ToastCard key={one.id} toast={one} away={away} />)}
    </section>
  )
}

function ToastCard({ toast, away }: { toast: Toast; away: boolean }) {
  const { id, kind, message, action } = toast
  const [held, setHeld] = useState(false)
  const paused = away || held
  useEffect(() => {
    if (paused) return
    const started = Date.now()
    const timer = setTimeout(() => dismissToast(id), toast.left)
    return () => {
      clearTimeout(timer)
      toast.left -= Date.now() - started
    }
  }, [paused, id, toast])
  const { icon, colour } = looks[kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer, as the focus does.
    <div
      role={kind === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-[enter_200ms_var(--ease-machine)] items-start gap-3 rounded-plate border bg-lifted py-1 pl-4 [box-shadow:var(--shadow-overlay)]"
    >
      <Icon name={icon} className={`mt-3 size-5 ${colour}`} />
      <p className="min-w-0 flex-1 py-2.5 text-small">{message}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            dismissToast(id)
            action.act()
          }}
          className="min-h-11 shrink-0 px-2 text-small font-semibold underline decoration-control underline-offset-4 hover:decoration-fg"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Close notification"
        onClick={() => dismissToast(id)}
        className="grid size-11 shrink-0 place-items-center text-faint hover:text-fg"
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  )
}
