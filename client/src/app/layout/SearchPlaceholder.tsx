import { useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'

/** A search field shown while the overlay's code loads; what is typed carries over. */
export function SearchPlaceholder({
  text,
  onType,
  onClose,
}: {
  text: string
  onType: (text: string) => void
  onClose: () => void
}) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    field.current?.focus()
    // The overlay moves the focus from here and restores it when it closes.
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <search className="fixed top-0 right-0 left-0 mx-auto w-full border bg-plate p-5 [box-shadow:var(--shadow-overlay)] sm:mt-20 sm:w-[min(44rem,calc(100vw-2rem))] sm:p-6">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          navigate(text.trim() ? paths.search(text.trim()) : paths.products)
        }}
      >
        <input
          ref={field}
          type="search"
          aria-label="Search"
          value={text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          className="min-h-12 w-full border-b border-signal bg-transparent text-lead outline-none"
        />
      </form>
    </search>
  )
}
