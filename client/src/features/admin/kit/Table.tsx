import type { ReactNode } from 'react'
import { type Selection, SelectPage, SelectRow } from './selection'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** For numbers. */
  align?: 'right'
  /** Truncates the cell. Returns the full text for its tooltip, or '' for none. */
  cut?: (row: Row) => string
  /** Classes of its cells. `--min` is the least width of one that is cut, from 1024 px on. */
  className?: string
  /** Hidden from 768 to 1440 px: the row's drawer has it, too. */
  wide?: boolean
}

/** Classes of a column that is as wide as its longest text, and shrinks if there is too little space. */
const shrinks =
  'md:grid md:grid-cols-[minmax(0,max-content)] lg:grid-cols-[minmax(var(--min,0px),max-content)]'

const head =
  'label sticky top-(--bar) z-10 h-11 border-b border-control bg-ground px-2 font-normal whitespace-nowrap text-faint'

/** The line below a row, without adding to its height. */
const underline = 'md:[box-shadow:inset_0_-1px_var(--color-line)]'

/** A table with rows of 44 px under a sticky head. Below 768 px each row becomes a list of labelled values. */
export function Table<Row extends { id: string }>({
  caption,
  columns,
  rows,
  fresh,
  select,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** IDs of rows that have just been added, which are highlighted. */
  fresh?: ReadonlySet<string>
  /** Makes rows selectable; `nameOf` labels their checkboxes. */
  select?: Selection<Row> & { nameOf: (row: Row) => string }
}) {
  const end = ({ align, className = '' }: Column<Row>) =>
    `${align === 'right' ? 'label md:text-right' : ''} ${className}`
  const chosen = new Set(select?.selected.map(({ id }) => id))
  const look = ({ id }: Row) =>
    chosen.has(id)
      ? 'bg-raised max-md:-mx-3 max-md:px-3'
      : fresh?.has(id)
        ? 'bg-lifted max-md:-mx-3 max-md:px-3'
        : ''
  return (
    <>
      {select && (
        <div className="border-t py-1 md:hidden">
          <SelectPage selection={select} text="Select the whole page" />
        </div>
      )}
      <table className="block w-full border-separate border-spacing-0 text-left text-small md:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="hidden md:table-header-group">
          <tr>
            {select && (
              <td className={`${head} w-11`}>
                <SelectPage selection={select} />
              </td>
            )}
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={`${head} ${end(column)} ${column.wide ? 'hidden min-[90rem]:table-cell' : ''}`}
              >
                {column.cut ? (
                  <div className={shrinks}>
                    <span className="truncate">{column.header}</span>
                  </div>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block border-t md:table-row-group">
          {rows.map((row) => (
            <tr
              key={row.id}
              className={`relative block border-b py-3 transition-colors duration-1000 md:table-row md:py-0 md:hover:bg-plate ${look(row)}`}
            >
              {select && (
                <td className={`max-md:absolute max-md:top-2 max-md:right-3 md:px-2 ${underline}`}>
                  <SelectRow row={row} name={select.nameOf(row)} selection={select} />
                </td>
              )}
              {columns.map((column, index) => (
                <td
                  key={column.header}
                  className={`grid ${column.wide ? 'md:hidden min-[90rem]:table-cell' : 'md:table-cell'} min-h-9 grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-4 py-1 md:h-11 md:px-2 md:py-1 md:whitespace-nowrap md:has-[.min-h-11,.size-11]:py-0 ${underline} ${select && index === 0 ? 'max-md:pr-12' : ''} ${end(column)}`}
                >
                  <span className="label text-faint md:hidden">{column.header}</span>
                  {column.cut ? (
                    <div className={`min-w-0 ${shrinks}`}>
                      <div
                        title={column.cut(row) || undefined}
                        className="min-w-0 md:-mx-1 md:overflow-x-clip md:px-1 md:text-ellipsis"
                      >
                        {column.cell(row)}
                      </div>
                    </div>
                  ) : (
                    <div className="min-w-0">{column.cell(row)}</div>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
