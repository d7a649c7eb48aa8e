import { NetworkStatus } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { toast } from '~/ui/toasts'
import type { PanelProps } from './Panel'
import { MoreOrdersDocument, MorePreOrdersDocument, ProfileDocument } from './Profile.gen'

const preOrdersFailed = 'Failed to load pre-orders. Please try again.'
const ordersFailed = 'Failed to load orders. Please try again.'

/**
 * The user's pre-orders and orders in one query, further pages on demand. Calls `onSignedOut` if the server returns no
 * user because the session has ended.
 */
export function useRecords(onSignedOut: () => void) {
  const { data, error, networkStatus, refetch, fetchMore } = useQuery(ProfileDocument, {
    fetchPolicy: 'cache-and-network',
  })
  useEffect(() => {
    if (error) toast.error(preOrdersFailed)
  }, [error])
  useEffect(() => {
    if (data && !data.me) onSignedOut()
  }, [data, onSignedOut])

  const morePreOrders = useMore(
    data?.me?.preOrders.pageInfo,
    (after) => fetchMore({ query: MorePreOrdersDocument, variables: { after } }),
    preOrdersFailed,
  )
  const moreOrders = useMore(
    data?.me?.orders.pageInfo,
    (after) => fetchMore({ query: MoreOrdersDocument, variables: { after } }),
    ordersFailed,
  )
  const shared = {
    loading: !data?.me,
    failed: error !== undefined,
    // `error` has the failure.
    onRetry: () => void refetch().catch(() => {}),
  }
  return {
    refreshing: networkStatus === NetworkStatus.refetch,
    preOrders: data?.me?.preOrders.nodes ?? [],
    preOrdersPanel: { ...shared, ...morePreOrders, count: data?.me?.preOrders.totalCount },
    orders: data?.me?.orders.nodes ?? [],
    ordersPanel: { ...shared, ...moreOrders, count: data?.me?.orders.totalCount },
  }
}

function useMore(
  page: { hasNextPage: boolean; endCursor: string | null } | undefined,
  load: (after: string) => Promise<unknown>,
  failure: string,
): Pick<PanelProps, 'onMore' | 'loadingMore'> {
  const [loadingMore, setLoadingMore] = useState(false)
  const after = page?.hasNextPage && page.endCursor
  if (!after) return { loadingMore }
  return {
    loadingMore,
    onMore: async () => {
      setLoadingMore(true)
      await load(after).catch(() => toast.error(failure))
      setLoadingMore(false)
    },
  }
}
