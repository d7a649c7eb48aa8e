import { useMutation } from '@apollo/client/react'
import { StatusSelect, useQuick } from '~/features/admin/kit/StatusSelect'
import { serverMessage } from '~/lib/apollo'
import type { PreOrderStatus } from '~/lib/schema.gen'
import { preOrderStatuses } from '~/lib/statuses'
import type { Tone } from '~/ui/Badge'
import { toast } from '~/ui/toasts'
import { PreOrderStatusUpdateDocument } from './PreOrderStatusUpdate.gen'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to update status'

const tones: Record<PreOrderStatus, Tone> = { PENDING: 'warn', CONTACTED: 'info', CLOSED: 'neutral' }
const options = (Object.keys(preOrderStatuses) as PreOrderStatus[]).map((value) => ({
  value,
  label: preOrderStatuses[value],
}))

/** What has come of a pre-order; any status may follow any other, at once. */
export function PreOrderStatusSelect({
  preOrder: { id, name, status },
}: {
  preOrder: { id: string; name: string; status: PreOrderStatus }
}) {
  const [run] = useMutation(PreOrderStatusUpdateDocument)
  const [shown, choose] = useQuick(status, async (next) => {
    try {
      const { data } = await run({ variables: { input: { id, status: next } } })
      if (!data?.preOrderStatusUpdate.preOrder)
        toast.error(data?.preOrderStatusUpdate.userErrors[0]?.message ?? failed)
    } catch (error) {
      toast.error(serverMessage(error) ?? failed)
    }
  })
  return (
    <StatusSelect
      label={`Status of the pre-order by ${name}`}
      tone={tones[shown]}
      value={shown}
      options={options}
      onChange={choose}
    />
  )
}
