import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { readView, type View, viewPath } from './view'

/** The view that the address carries, and how to change it. Every change but that of the page starts at page 1. */
export function useView() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const view = useMemo(() => readView(params), [params])
  const show = useCallback(
    (change: Partial<View>, { replace = false } = {}) =>
      navigate(viewPath({ ...view, page: 1, ...change }), { replace }),
    [view, navigate],
  )
  return { view, show }
}
