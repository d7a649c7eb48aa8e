import type { ReactNode } from 'react'

export type Column = { key: string; header: string; align?: 'left' | 'right' }
export type Row = { id: string; cells: Record<string, ReactNode> }

/** A table with rows of 44 px; below 768 px each row becomes a list of labelled values. */
export function Table({ caption, columns, rows }: { caption: string; columns: Column[]; rows: Row[] }) {
  const end = (column: Column) => (column.align === 'right' ? 'md:text-right font-mono figures' : '')
  return (
    <table className="block w-full border-collapse text-left text-small md:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="hidden md:table-header-group">
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={`label border-b px-3 py-3 font-normal text-faint ${end(column)}`}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {rows.map(({ id, cells }) => (
          <tr key={id} className="block border-b py-3 md:table-row md:py-0 md:hover:bg-plate">
            {columns.map((column) => (
              <td
                key={column.key}
                className={`grid grid-cols-[8rem_1fr] items-center gap-4 py-1.5 md:table-cell md:h-11 md:px-3 md:py-2 ${end(column)}`}
              >
                <span className="label text-faint md:hidden">{column.header}</span>
                {cells[column.key]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
