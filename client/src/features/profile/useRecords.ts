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
  // `error` has the failure.
  const refresh = () => void refetch().catch(() => {})
  const state = (failure: string) =>
    error ? { failure, onRetry: refresh } : data?.me ? undefined : ('loading' as const)
  return {
    refresh,
    refreshing: networkStatus === NetworkStatus.refetch,
    preOrders: data?.me?.preOrders.nodes ?? [],
    preOrdersPanel: {
      state: state('Failed to load your pre-orders. Please try again.'),
      more: morePreOrders,
      count: data?.me?.preOrders.totalCount,
    },
    orders: data?.me?.orders.nodes ?? [],
    ordersPanel: {
      state: state('Failed to load your orders. Please try again.'),
      more: moreOrders,
      count: data?.me?.orders.totalCount,
    },
  }
}

function useMore(
  page: { hasNextPage: boolean; endCursor: string | null } | undefined,
  load: (after: string) => Promise<unknown>,
  failure: string,
): PanelProps['more'] {
  const [busy, setBusy] = useState(false)
  const after = page?.hasNextPage && page.endCursor
  if (!after) return
  return {
    busy,
    load: async () => {
      setBusy(true)
      await load(after).catch(() => toast.error(failure))
      setBusy(false)
    },
  }
}
