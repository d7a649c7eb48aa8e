import { useMutation } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { useQuick } from '~/features/admin/kit/StatusSelect'
import { serverMessage } from '~/lib/apollo'
import type { OrderStatus } from '~/lib/schema.gen'
import { toast } from '~/ui/toasts'
import { OrderStatusUpdateDocument } from './OrderStatusUpdate.gen'
import type { Stage } from './statusSteps'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to update status'

export type Version = Stage & { version: number }

/** Somebody else was faster: what was seen here, what it is now, and what was to become of it. */
export type Conflict = { seen: Version; now: Version; wanted: OrderStatus }

/**
 * An order's status and how to change it. Changes of others in the meantime are told as a conflict, everything else that goes
 * wrong as a toast.
 */
export function useOrderStatus({ id, status, version, expiredAt }: { id: string } & Version) {
  const [run] = useMutation(OrderStatusUpdateDocument)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // A change that follows on another one's heels builds on it, even before this has been rendered anew.
  const latest = useRef({ status, version, expiredAt })
  useEffect(() => {
    latest.current = { status, version, expiredAt }
  }, [status, version, expiredAt])

  async function save(wanted: OrderStatus) {
    const seen = latest.current
    try {
      const { data } = await run({ variables: { input: { id, status: wanted, version: seen.version } } })
      const { order = null, userErrors = [] } = data?.orderStatusUpdate ?? {}
      if (order) latest.current = { status: order.status, version: order.version, expiredAt: order.expiredAt }
      const [refusal] = userErrors
      if (!refusal) return
      if (order && refusal.code === 'CONFLICT') setConflict({ seen, now: order, wanted })
      else toast.error(refusal.message)
    } catch (error) {
      toast.error(serverMessage(error) ?? failed)
    }
  }

  const [shown, choose] = useQuick(status, save)
  return { shown, choose, conflict, resolve: () => setConflict(null) }
}
