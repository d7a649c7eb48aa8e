import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/** Marks an entry of the history that was made by opening something, so that closing it is going back. */
const opened = { opened: true }

/**
 * Something that lies over a list and that the address names: it can be linked to, and going back closes it. `link` are a
 * link's properties that open it for `id`.
 */
export function useDrawer(name: string) {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const id = params.get(name)
  const closing = useRef(false)
  useEffect(() => {
    closing.current = id === null
  }, [id])

  function hrefFor(to: string | null): string {
    const next = new URLSearchParams(params)
    if (to === null) next.delete(name)
    else next.set(name, to)
    return `?${next}`
  }
  function close() {
    // Closed once more before the address has changed, it would go back twice.
    if (closing.current) return
    closing.current = true
    if (state?.opened) void navigate(-1)
    else void navigate(hrefFor(null), { replace: true })
  }
  return { id, close, link: (to: string) => ({ to: hrefFor(to), state: opened }) }
}
