import { useAction } from '~/features/admin/kit/useAction'
import { formatMoney } from '~/lib/format'
import {
  AdminPaymentsDocument,
  type AdminTransferFragment,
  TransferAssignDocument,
  TransferIgnoreDocument,
  TransferReleaseDocument,
} from './AdminPayments.gen'

export type ListedTransfer = Omit<AdminTransferFragment, ' $fragmentName'>

/** A decided transfer may leave the list, whose other rows change with the orders. */
const refetch = { refetchQueries: [AdminPaymentsDocument], awaitRefetchQueries: true }

/** Makes and reverts decisions on a transfer. `onDone` is called after a decision. */
export function useDecision(onDone?: () => void) {
  const { run, send, busy } = useAction()

  const release = (transfer: { id: string; version: number }) =>
    run(() => send(TransferReleaseDocument, { id: transfer.id, version: transfer.version }, refetch), {
      done: 'The decision was undone',
      failed: 'Failed to undo the decision.',
      onSuccess: onDone,
    })

  const assign = (transfer: ListedTransfer, orders: readonly { id: string; number: string }[]) =>
    run(
      () =>
        send(
          TransferAssignDocument,
          { id: transfer.id, orderIds: orders.map(({ id }) => id), version: transfer.version },
          refetch,
        ),
      {
        done: `${formatMoney(transfer.amount)} booked for ${orders.map(({ number }) => number).join(', ')}`,
        failed: 'Failed to book the transfer.',
        onSuccess: onDone,
        undo: () => void release({ id: transfer.id, version: transfer.version + 1 }),
      },
    )

  const ignore = (transfer: ListedTransfer, reason: string) =>
    run(() => send(TransferIgnoreDocument, { id: transfer.id, reason, version: transfer.version }, refetch), {
      done: 'The transfer is ignored',
      failed: 'Failed to ignore the transfer.',
      onSuccess: onDone,
      undo: () => void release({ id: transfer.id, version: transfer.version + 1 }),
    })

  return { assign, ignore, release, busy }
}
