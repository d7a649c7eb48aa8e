import { useState } from 'react'
import type { OrderStatus } from '~/lib/schema.gen'
import { Button } from '~/ui/Button'

const failed = "Couldn't load the invoice. Check your connection and try again."

/** Downloads an order's invoice. Errors are shown below the button, since a dialog would hide a toast. */
export function InvoiceButton({
  order: { id, number, status },
}: {
  order: { id: string; number: string; status: OrderStatus }
}) {
  const [failure, setFailure] = useState<string | null>(null)
  const [loading, setLoading] = useState(false)
  if (status === 'CANCELLED')
    return <p className="w-full text-small text-faint">A cancelled order has no invoice.</p>

  async function save() {
    setLoading(true)
    setFailure(null)
    try {
      // Loaded on demand, as few visits need it.
      const { saveFile } = await import('~/lib/saveFile')
      setFailure(await saveFile(`/api/v1/orders/${id}/invoice`, `invoice-${number}.pdf`))
    } catch {
      setFailure(failed)
    }
    setLoading(false)
  }

  return (
    <>
      <Button size="sm" loading={loading} loadingText="Preparing..." onClick={save}>
        Invoice (PDF)
      </Button>
      <p role="alert" className="order-last w-full text-small text-error">
        {failure}
      </p>
    </>
  )
}
