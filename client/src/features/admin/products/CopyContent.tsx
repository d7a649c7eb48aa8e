import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { serverMessage } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { SelectField } from '~/ui/Field'
import { toast } from '~/ui/toasts'
import type { EditedContent } from './draftForm'
import { AdminProductContentDocument, ProductNamesDocument } from './ProductDraft.gen'

/** Copies the content of another product into the draft. */
export function CopyContent({ id, onCopy }: { id: string; onCopy: (from: EditedContent) => void }) {
  const client = useApolloClient()
  const { data } = useQuery(ProductNamesDocument)
  const [from, setFrom] = useState('')
  const [busy, setBusy] = useState(false)

  async function copy() {
    setBusy(true)
    try {
      const { data } = await client.query({
        query: AdminProductContentDocument,
        variables: { id: from },
        fetchPolicy: 'network-only',
      })
      if (!data?.product) throw new Error('The product was deleted')
      onCopy(data.product)
      toast.success(`The content of ${data.product.name} was copied`)
    } catch (error) {
      toast.error(["Couldn't copy the content.", serverMessage(error)].filter(Boolean).join(' '))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="min-w-0 flex-1 basis-56">
        <SelectField label="Copy content from" value={from} onChange={(event) => setFrom(event.target.value)}>
          <option value="">Choose a product</option>
          {data?.inventory.nodes
            .filter((product) => product.id !== id)
            .map((product) => (
              <option key={product.id} value={product.id}>
                {product.name}
              </option>
            ))}
        </SelectField>
      </div>
      <Button disabled={!from} loading={busy} onClick={copy}>
        Copy
      </Button>
    </div>
  )
}
