import { type ReactNode, useState } from 'react'
import { maxCompared } from '~/lib/compared'
import { countLabel } from '~/lib/countLabel'
import { Icon } from '~/ui/Icon'
import type { Compared_ProductFragment } from './Compared.gen'
import { ProductHead } from './ProductHead'
import type { Group, Row } from './rows'

/**
 * Products in columns. The header is sticky: below the navigation if the table fits the page, otherwise in the table's
 * own scroll area, whose first column is sticky as well.
 */
export function ComparisonTable({
  products,
  groups,
  slot,
  actionOf,
  onRemove,
}: {
  products: readonly Compared_ProductFragment[]
  groups: readonly Group[]
  /** The content of empty columns. */
  slot?: ReactNode
  actionOf: (product: Compared_ProductFragment) => ReactNode
  onRemove: (id: string) => void
}) {
  return (
    <section
      aria-label="Comparison"
      className="relative -mx-gutter max-h-[calc(100dvh-6rem)] scroll-pl-32 overflow-auto border-y lg:mx-0 lg:max-h-none lg:overflow-visible print:max-h-none print:overflow-visible"
    >
      <table className="w-full border-separate [border-spacing:0] text-left lg:table-fixed">
        <caption className="sr-only">
          {products.map(({ name }) => name).join(', ')}: data plates, specifications, plans and ratings
        </caption>
        <thead>
          <tr>
            <th
              scope="col"
              className={`${corner} z-30 w-32 min-w-32 border-b bg-ground align-bottom lg:w-56`}
            >
              <span className="label block px-4 pb-4 font-normal text-faint lg:px-0">
                {products.length} of {maxCompared}
              </span>
            </th>
            {products.map((product) => (
              <th
                key={product.id}
                scope="col"
                className={`${top} z-20 min-w-44 border-b border-l bg-ground p-4 align-top font-normal`}
              >
                <ProductHead product={product} onRemove={() => onRemove(product.id)} />
              </th>
            ))}
            {slot && (
              <td className={`${top} z-20 min-w-56 border-b border-l bg-ground p-4 align-top print:hidden`}>
                {slot}
              </td>
            )}
          </tr>
        </thead>
        <tbody>
          <tr className="print:hidden">
            <th scope="row" className={`${first} ${label}`}>
              Order
            </th>
            {products.map((product) => (
              <td key={product.id} className="border-b border-l p-4">
                {actionOf(product)}
              </td>
            ))}
            {slot && <td className="border-b border-l" />}
          </tr>
        </tbody>
        {groups.map((group) => (
          <GroupRows key={group.title} group={group} span={products.length} free={slot !== undefined} />
        ))}
      </table>
    </section>
  )
}

const first = 'sticky left-0 z-10 bg-ground lg:static print:static'
const top = 'sticky top-0 lg:top-18 print:static'
const corner = `${top} left-0`
const label = 'border-b px-4 py-3 text-small font-normal text-muted align-baseline lg:pl-0'

function GroupRows({ group: { title, rows }, span, free }: { group: Group; span: number; free: boolean }) {
  const [open, setOpen] = useState(false)
  const lone = rows.filter((row) => row.lone)
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" className={`${first} border-b px-4 pt-10 pb-3 lg:pl-0`}>
          <span className="label text-fg uppercase">{title}</span>
        </th>
        <td colSpan={span} className="border-b" />
        {free && <td className="border-b border-l print:hidden" />}
      </tr>
      {rows.map((row) => !row.lone && <ValueRow key={row.label} row={row} free={free} />)}
      {lone.length > 0 && (
        <tr className="print:hidden">
          <th scope="row" className={`${first} border-b px-4 lg:pl-0`}>
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              className="flex min-h-11 w-full items-center justify-between gap-2 text-left text-small font-normal text-muted hover:text-fg"
            >
              {countLabel(lone.length, 'row')} of one product
              <Icon name={open ? 'minus' : 'plus'} className="size-4" />
            </button>
          </th>
          <td colSpan={span} className="border-b" />
          {free && <td className="border-b border-l" />}
        </tr>
      )}
      {lone.map((row) => (
        <ValueRow key={row.label} row={row} free={free} className={open ? '' : 'hidden print:table-row'} />
      ))}
    </tbody>
  )
}

function ValueRow({
  row: { label: name, values, differs, deltas },
  free,
  className = '',
}: {
  row: Row
  free: boolean
  className?: string
}) {
  return (
    <tr className={`group ${className}`}>
      <th scope="row" className={`${first} ${label} group-hover:text-fg`}>
        <span className="flex items-baseline justify-between gap-2">
          {name}
          {differs && (
            <span className="font-mono text-label text-signal" title="These values differ">
              <span aria-hidden="true">≠</span>
              <span className="sr-only">differs</span>
            </span>
          )}
        </span>
      </th>
      {values.map((value, column) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their position.
          key={column}
          className={`border-b border-l px-4 py-3 font-mono text-small figures align-baseline group-hover:bg-plate ${
            differs ? 'text-fg' : 'text-muted'
          }`}
        >
          {deltas?.[column] && (
            <span className="float-right pl-3 text-faint">
              {deltas[column]}
              <span className="sr-only"> compared with the first product</span>
            </span>
          )}
          {value ?? (
            <>
              <span aria-hidden="true" className="text-faint">
                –
              </span>
              <span className="sr-only">not stated</span>
            </>
          )}
        </td>
      ))}
      {free && <td className="border-b border-l print:hidden" />}
    </tr>
  )
}
