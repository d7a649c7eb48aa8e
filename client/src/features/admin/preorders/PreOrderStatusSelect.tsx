import { StatusSelect } from '~/features/admin/kit/StatusSelect'
import { useAction } from '~/features/admin/kit/useAction'
import { useMay } from '~/features/admin/shell/access'
import type { PreOrderStatus } from '~/lib/schema.gen'
import { preOrderStatuses } from '~/lib/statuses'
import { Status } from '~/ui/Badge'
import type { Tone } from '~/ui/Dot'
import { PreOrderStatusUpdateDocument } from './PreOrderStatusUpdate.gen'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to update status'

const tones: Record<PreOrderStatus, Tone> = { PENDING: 'warn', CONTACTED: 'info', CLOSED: 'neutral' }
const options = (Object.keys(preOrderStatuses) as PreOrderStatus[]).map((value) => ({
  value,
  label: preOrderStatuses[value],
}))

/** A select for a pre-order's status, which it changes at once to any other. */
export function PreOrderStatusSelect({
  preOrder: { id, name, status },
}: {
  preOrder: { id: string; name: string; status: PreOrderStatus }
}) {
  const { run, send, shown } = useAction({ value: status })
  const may = useMay()
  if (!may('WRITE_PREORDERS')) return <Status tone={tones[shown]}>{preOrderStatuses[shown]}</Status>
  return (
    <StatusSelect
      label={`Status of the pre-order by ${name}`}
      tone={tones[shown]}
      value={shown}
      options={options}
      onChange={(next) =>
        run(() => send(PreOrderStatusUpdateDocument, { id, status: next }), { expect: next, failed })
      }
    />
  )
}
