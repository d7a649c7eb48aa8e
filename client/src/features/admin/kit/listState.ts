import { NetworkStatus } from '@apollo/client'
import { serverMessage } from '~/lib/apollo'

/** What is known of a list. */
export type ListState<Node> = {
  /** Undefined until the first answer. */
  nodes?: readonly Node[]
  totalCount?: number
  /** What is shown is still the answer before. */
  busy: boolean
  failure?: string
  /** What is shown could not be asked for again. */
  stale: boolean
  retry: () => void
}

/**
 * A query as the state of its list: what was there stays until the next answer has come, also when that failed, but never stands
 * in for another list that failed. The server's words win over `failed` when it said any.
 */
export function listState<Data, Node>(
  {
    data,
    previousData,
    loading,
    networkStatus,
    error,
    refetch,
  }: {
    data?: Data
    previousData?: Data
    loading: boolean
    networkStatus: NetworkStatus
    error?: unknown
    refetch: () => Promise<unknown>
  },
  pick: (data: Data) => { nodes: readonly Node[]; totalCount?: number },
  failed: string,
): ListState<Node> {
  const shown = data ?? previousData
  return {
    ...(shown && pick(shown)),
    // What is asked for once more is no other list.
    busy: loading && networkStatus !== NetworkStatus.refetch,
    failure: error && !data ? (serverMessage(error) ?? failed) : undefined,
    stale: Boolean(error && data),
    retry: () => void refetch().catch(() => undefined),
  }
}
