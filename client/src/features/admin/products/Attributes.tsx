import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { AddButton, EditDelete } from '~/features/admin/kit/controls'
import { Table } from '~/features/admin/kit/Table'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { humanise } from '~/lib/humanise'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { AdminAttributesDocument, AttributeDeleteDocument } from './AdminAttributes.gen'
import { type Attribute, AttributeDialog } from './AttributeDialog'

const uses = ({ filterable, comparable }: Attribute) =>
  [filterable && 'Filter', comparable && 'Comparison'].filter(Boolean).join(', ')

/** The attributes that products can state, and their uses. */
export default function Attributes() {
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Attribute | null>(null)
  const [asked, setAsked] = useState<Attribute | null>(null)
  const { data, error, refetch } = useQuery(AdminAttributesDocument, { fetchPolicy: 'cache-and-network' })
  const send = useSend()
  if (error && !data)
    return (
      <ErrorState
        title="Failed to load attributes."
        message="Check your connection and try again."
        onRetry={() => refetch()}
      />
    )
  if (!data)
    return (
      <Loading label="Loading attributes">
        <Skeleton className="h-40" />
      </Loading>
    )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <p className="text-small text-muted">Customers filter and compare products by these figures.</p>
        <AddButton onClick={() => setAdding(true)}>Add attribute</AddButton>
      </div>
      <Table
        caption="Attributes"
        rows={data.attributes}
        columns={[
          {
            header: 'Label',
            className: '[--min:8rem]',
            cut: ({ label }) => label,
            cell: ({ label, builtIn }) => (
              <span className="font-semibold wrap-anywhere">
                {label} {builtIn && <span className="label text-faint">built in</span>}
              </span>
            ),
          },
          {
            header: 'Values',
            cell: ({ kind, symbol, choices }) =>
              kind === 'CHOICE' ? choices.join(', ') : `${humanise(kind)}${symbol && `, ${symbol}`}`,
          },
          {
            header: 'Used in',
            cell: (attribute) => uses(attribute) || <span className="text-faint">Product page only</span>,
          },
          { header: 'Position', align: 'right', cell: ({ position }) => position },
          {
            header: 'Actions',
            cell: (attribute) => (
              <EditDelete
                name={attribute.label}
                onEdit={() => setEdited(attribute)}
                onDelete={() => setAsked(attribute)}
              />
            ),
          },
        ]}
      />
      <AttributeDialog open={adding} attribute={null} onClose={() => setAdding(false)} />
      <AttributeDialog open={edited !== null} attribute={edited} onClose={() => setEdited(null)} />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete ${asked?.label}?`}
        action="Delete attribute"
        failed="Failed to delete attribute."
        done={`${asked?.label} was deleted`}
        act={() => send(AttributeDeleteDocument, { id: asked?.id ?? '' }, { update: evict('Attribute') })}
      >
        <p>Products no longer state it, and links with a filter by it stop working.</p>
      </Confirm>
    </>
  )
}
