import { useLocation, useNavigate } from 'react-router-dom'

const tabs = ['features', 'specs', 'technical'] as const
type DetailTab = (typeof tabs)[number]

/** The tab in the address: `?tab=`, or the fragment `#specs`; Features by default. */
export function useDetailTab(): [DetailTab, (tab: DetailTab) => void] {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const wanted = query.get('tab') ?? hash.slice(1)
  function show(tab: DetailTab) {
    query.set('tab', tab)
    // The fragment stays, so that nothing scrolls; the query precedes it.
    navigate({ search: query.toString(), hash }, { replace: true, preventScrollReset: true })
  }
  return [tabs.find((tab) => tab === wanted) ?? 'features', show]
}
