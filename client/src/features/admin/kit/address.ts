import { type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

export const pageSize = 20

/** The largest offset that the server accepts. */
const mostSkipped = 10_000

/** The number of pages that the offset can reach. */
export const mostPages = mostSkipped / pageSize

/**
 * The view of a list in its URL: a text for each of `names`, '' if absent, and the page. `after` among the names is the
 * cursor of a list without page numbers. Every other change returns to the first page. `names` must be the same array
 * in each render.
 */
export function useListView<Name extends string>(names: readonly Name[]) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const given = Number(params.get('page'))
  const page = Number.isInteger(given) && given > 0 && given <= mostPages ? given : 1
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >

  const changed = useCallback(
    (from: URLSearchParams, change: Partial<Record<Name, string>>, to: number) => {
      const next = new URLSearchParams()
      for (const name of names) {
        const value = change[name] ?? (name === 'after' ? '' : from.get(name))
        if (value) next.set(name, value)
      }
      if (to > 1) next.set('page', String(to))
      return next
    },
    [names],
  )
  const hrefFor = useCallback(
    (change: Partial<Record<Name, string>>, to = 1) => `?${changed(params, change, to)}`,
    [changed, params],
  )
  // The last change, and the query string that it was made to. Changes build on the URL, which may be ahead of what is
  // rendered, and on a change that has not reached the URL yet.
  const last = useRef<{ to: string; next: URLSearchParams }>(undefined)
  useEffect(() => {
    if (params) last.current = undefined
  }, [params])
  const latest = useCallback(() => {
    const to = window.location.search
    return { to, from: last.current?.to === to ? last.current.next : new URLSearchParams(to) }
  }, [])
  /** A link to a page of this list. It does nothing while other filters are pending, whose pages differ. */
  const linkTo = (change: Partial<Record<Name, string>>, to?: number) => ({
    to: hrefFor(change, to),
    onClick: (event: MouseEvent) => {
      const { from } = latest()
      if (names.some((name) => name !== 'after' && (from.get(name) ?? '') !== values[name]))
        event.preventDefault()
    },
  })
  const show = useCallback(
    (change: Partial<Record<Name, string>>, options?: { replace: boolean }) => {
      const { to, from } = latest()
      const next = changed(from, change, 1)
      // A drawer stays open (useDrawer): a search text reaches the URL after a delay.
      for (const [name, value] of from)
        if (name !== 'page' && !names.includes(name as Name)) next.set(name, value)
      last.current = { to, next }
      void navigate(`?${next}`, options)
    },
    [changed, latest, names, navigate],
  )
  /** Whether a filter is set; the sort order is none. */
  const narrowed = names.some((name) => name !== 'sort' && name !== 'after' && params.get(name))
  /** Whether the page is not the first. */
  const beyond = page > 1 || params.has('after')
  return {
    values,
    page,
    paging: { first: pageSize, offset: (page - 1) * pageSize },
    narrowed,
    beyond,
    /** Whether new rows appear on the page: the first one, in the default order, without filters. */
    beginning: !narrowed && !beyond && !params.get('sort'),
    /** Identifies the page, by its cursor or number. */
    place: params.get('after') ?? String(page),
    hrefFor,
    linkTo,
    show,
    clear: () => void navigate('?'),
  }
}

/** The value if it is a key of `values`. */
export function oneOf<Value extends string>(
  values: Record<Value, unknown>,
  given: string,
): Value | undefined {
  return Object.hasOwn(values, given) ? (given as Value) : undefined
}

/** The state of a history entry made by opening a drawer, so that closing the drawer goes back. */
const opened = { opened: true }

/**
 * A drawer or dialog over a list that is named in the URL: it can be linked to, and going back closes it. `link`
 * returns the properties of a link that opens it for `id`.
 */
export function useDrawer(name: string) {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const linkFrom = useLinkFrom()
  const id = params.get(name)
  const closing = useRef(false)
  useEffect(() => {
    closing.current = id === null
  }, [id])

  function hrefFor(to: string | null, from = params): string {
    const next = new URLSearchParams(from)
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
  const link = (to: string) => linkFrom((from) => hrefFor(to, from), opened)
  return { id, close, link }
}

/**
 * Returns the properties of a link that changes the URL. It changes what the URL is when the link is followed: a search
 * text may have reached it that is not rendered yet.
 */
export function useLinkFrom() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (hrefFor: (from: URLSearchParams) => string, state?: object) => ({
    to: hrefFor(params),
    state,
    onClick: (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate(hrefFor(new URLSearchParams(window.location.search)), { state })
    },
  })
}
