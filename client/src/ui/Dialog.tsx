import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button'
import { Icon } from './Icon'

const places = {
  centre: 'm-auto w-[min(36rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)]',
  wide: 'm-auto w-[min(72rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)]',
  top: 'mx-auto mt-0 w-full max-w-none sm:mt-20 sm:w-[min(44rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)]',
  full: 'm-0 h-dvh max-h-none w-dvw max-w-none',
  side: 'my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-none sm:w-96',
}

/**
 * A native modal dialog: the browser keeps the focus inside and gives it back, Escape and a click beside it close it.
 * Its content is mounted only while it is open.
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
  /** Keeps the title for screen readers only. */
  titleHidden?: boolean
  place?: keyof typeof places
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; the keyboard has Escape.
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={(event) => {
        // React lets the closing of a dialog inside this one bubble.
        if (event.target === event.currentTarget) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className={`overflow-y-auto rounded-plate border bg-plate text-fg [box-shadow:var(--shadow-overlay)] backdrop:bg-black/70 ${places[place]}`}
    >
      {open && (
        <div className="min-h-full p-5 sm:p-6">
          <div className={`flex items-start justify-between gap-6 ${titleHidden ? 'float-right' : 'mb-6'}`}>
            <h2 id={id} className={titleHidden ? 'sr-only' : 'pt-1.5 text-lead'}>
              {title}
            </h2>
            <IconButton label="Close" onClick={onClose} className="-mt-1 -mr-2">
              <Icon name="close" />
            </IconButton>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
