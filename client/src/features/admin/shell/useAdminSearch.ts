import { useQuery } from '@apollo/client/react'
import { useEffect, useMemo, useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { AdminSearchDocument } from './AdminSearch.gen'
import { may as mayOpen, useMay } from './access'
import { type SearchResults, screensFor, thingsFor } from './results'

/** The pause in typing after which the server is queried, in ms. */
const pause = 150
const shortest = 2

/** The search results for a text. Previous results remain while others load. */
export function useAdminSearch(text: string) {
  const typed = text.trim()
  const [wanted, setWanted] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])

  const { user } = useAuth()
  const may = useMay()
  const asking = typed.length >= shortest
  const { data, previousData, loading, error, refetch } = useQuery(AdminSearchDocument, {
    variables: {
      text: wanted,
      orders: may('READ_ORDERS'),
      customers: may('READ_CUSTOMERS'),
      products: may('WRITE_PRODUCTS'),
      messages: may('READ_CONTACTS'),
    },
    skip: wanted.length < shortest,
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  const found = asking && !error ? (data ?? previousData) : undefined
  const groups = useMemo<SearchResults[]>(
    () =>
      [
        screensFor(typed, (access) => mayOpen(user, access)),
        ...(found ? thingsFor(found, wanted) : []),
      ].filter(({ results }) => results.length > 0),
    [typed, wanted, found, user],
  )
  const loads = asking && (loading || wanted !== typed)
  return {
    groups,
    asking,
    /** Whether the results for this text are pending. */
    loading: loads,
    /** Whether there are no previous results either. */
    first: loads && !found,
    failed: asking && !loads && error !== undefined,
    retry: () => void refetch().catch(() => undefined),
  }
}
