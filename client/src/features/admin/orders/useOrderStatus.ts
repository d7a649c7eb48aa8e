import { useEffect, useRef, useState } from 'react'
import { useAction } from '~/features/admin/kit/useAction'
import type { Amount } from '~/lib/format'
import type { UserError } from '~/lib/forms'
import type { OrderStatus } from '~/lib/schema.gen'
import { OrderStatusUpdateDocument } from './OrderStatusUpdate.gen'
import type { Shipped } from './ShipmentFields'
import type { OrderStage } from './statusSteps'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to update status'

export type Version = OrderStage & { version: number }

/** Somebody else was faster: what was seen here, what it is now, and what was to become of it. */
export type Conflict = {
  seen: Version
  now: Version & { paidAmount: Amount }
  wanted: OrderStatus
  shipment?: Shipped
}

/** Shows the server's errors at the fields of a form, and returns whether it did. */
type ShowRefusals = (refusals: readonly UserError[]) => boolean

/** An order's status and how to change it. Concurrent changes are reported as a conflict, other failures in a toast. */
export function useOrderStatus({ id, status, version, expiredAt, cancellable }: { id: string } & Version) {
  const { run, send, shown } = useAction({ value: status })
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // A change that follows on another one's heels builds on it, even before this has been rendered anew.
  const latest = useRef({ status, version, expiredAt, cancellable })
  useEffect(() => {
    latest.current = { status, version, expiredAt, cancellable }
  }, [status, version, expiredAt, cancellable])

  async function save(wanted: OrderStatus, shipment?: Shipped, showRefusals?: ShowRefusals) {
    const seen = latest.current
    const input = { id, status: wanted, version: seen.version, shipment }
    const payload = await send(OrderStatusUpdateDocument, input)
    const order = payload?.order
    if (!order) return payload
    latest.current = order
    const conflicts = payload.userErrors[0]?.code === 'CONFLICT'
    if (conflicts) setConflict({ seen, now: order, wanted, shipment })
    // A dialog tells it.
    return conflicts || showRefusals?.(payload.userErrors) ? { userErrors: [] } : payload
  }

  /** Resolves to false after a failure that a toast tells. */
  const choose = (wanted: OrderStatus, shipment?: Shipped, showRefusals?: ShowRefusals) =>
    run(() => save(wanted, shipment, showRefusals), { expect: wanted, failed })
  return { shown, choose, conflict, resolve: () => setConflict(null) }
}
