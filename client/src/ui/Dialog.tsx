import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { IconButton } from './Button'
import { Icon } from './Icon'
import { ToastRegion } from './ToastRegion'

const places = {
  centre: 'm-auto w-[min(36rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)]',
  wide: 'm-auto w-[min(72rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)]',
  top: 'mx-auto mt-0 w-full max-w-none sm:mt-20 sm:w-[min(44rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)]',
  full: 'm-0 h-dvh max-h-none w-dvw max-w-none',
  side: 'my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-none sm:w-96',
}

/** Called before the dialog closes, with a function that closes it; null closes at once. */
type Guard = ((close: () => void) => void) | null

/** The fields of a form; not of one that destroys something, which Enter in a field would submit. */
const firstField =
  'form:not(:has([data-danger])) :is(input, select, textarea):not([type=hidden], [hidden], :disabled)'

/** Where a form in a dialog registers its guard. */
export const DialogGuard = createContext<RefObject<Guard> | null>(null)

/**
 * A native modal dialog: the browser traps the focus and restores it. The first field of its form has the focus, else
 * the button that closes it. Escape and a click on the backdrop close it,
 * after a confirmation if a form in it has unsaved changes (ui/UnsavedChangesGuard.tsx). Its content is mounted only
 * while it is open.
 */
export function Dialog({
  open,
  onClose,
  title,
  titleHidden = false,
  place = 'centre',
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  /** Shows the title to screen readers only. */
  titleHidden?: boolean
  place?: keyof typeof places
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const pressedBeside = useRef(false)
  const guard = useRef<Guard>(null)
  /** Whether a field has had the initial focus. */
  const started = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    started.current = false
    return () => element.close()
  }, [open])
  // After each rendering: a form may follow once its values have loaded.
  useLayoutEffect(() => {
    if (!open || started.current || place === 'side') return
    // A touch screen's keyboard would cover the dialog.
    if (matchMedia('(pointer: coarse)').matches) return
    const field = dialog.current?.querySelector<HTMLElement>(firstField)
    field?.focus()
    started.current = Boolean(field)
  })

  function dismiss() {
    if (guard.current) guard.current(onClose)
    else onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; the keyboard has Escape.
    <dialog
      ref={dialog}
      data-place={place}
      aria-labelledby={id}
      onCancel={(event) => {
        // In React, events of nested dialogs bubble to this one.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        dismiss()
      }}
      onClose={(event) => {
        // The close event may arrive after the dialog was opened again.
        if (event.target !== event.currentTarget || !open || event.currentTarget.open) return
        // The browser closes it without a cancel event when Escape is pressed twice.
        if (guard.current) event.currentTarget.showModal()
        dismiss()
      }}
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        // A text selection that starts inside may end outside, which is not a click on the backdrop.
        if (pressedBeside.current && isBeside(event)) dismiss()
      }}
      className={`overflow-y-auto rounded-plate border bg-plate whitespace-normal text-fg [box-shadow:var(--shadow-overlay)] backdrop:bg-black/70 ${places[place]}`}
    >
      {open && (
        <>
          <div className="min-h-full p-5 sm:p-6">
            <div className={`flex items-start justify-between gap-6 ${titleHidden ? 'float-right' : 'mb-6'}`}>
              <h2 id={id} className={titleHidden ? 'sr-only' : 'pt-1.5 text-lead wrap-anywhere'}>
                {title}
              </h2>
              <IconButton label="Close" onClick={dismiss} className="-mt-1 -mr-2">
                <Icon name="close" />
              </IconButton>
            </div>
            <DialogGuard value={guard}>{children}</DialogGuard>
          </div>
          <ToastRegion inDialog />
        </>
      )}
    </dialog>
  )
}

/** Whether a pointer event is on the backdrop: its target is the dialog, its position outside the dialog's box. */
function isBeside({ target, currentTarget, clientX: x, clientY: y }: MouseEvent<HTMLDialogElement>) {
  if (target !== currentTarget) return false
  const box = currentTarget.getBoundingClientRect()
  return x < box.left || x > box.right || y < box.top || y > box.bottom
}
