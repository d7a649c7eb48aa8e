import { useState } from 'react'
import { CheckBox } from '~/ui/CheckBox'

/** The rows of a page, and which are selected. */
export type Selection<Row> = {
  rows: readonly Row[]
  selected: readonly Row[]
  choose: (rows: readonly Row[]) => void
}

/** The selection among `rows`; it is cleared when `place`, which identifies page and filters, changes. */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[],
  place: string,
): Selection<Row> {
  const [chosen, setChosen] = useState<{ place: string; ids: ReadonlySet<string> }>({ place, ids: new Set() })
  return {
    rows,
    selected: chosen.place === place ? rows.filter(({ id }) => chosen.ids.has(id)) : [],
    choose: (chosen) => setChosen({ place, ids: new Set(chosen.map(({ id }) => id)) }),
  }
}

/** A checkbox that selects a row. */
export function SelectRow<Row extends { id: string }>({
  row,
  name,
  selection: { selected, choose },
}: {
  row: Row
  name: string
  selection: Selection<Row>
}) {
  const chosen = selected.some(({ id }) => id === row.id)
  return (
    <Box
      label={`Select ${name}`}
      checked={chosen}
      onChange={() => choose(chosen ? selected.filter(({ id }) => id !== row.id) : [...selected, row])}
    />
  )
}

/** A checkbox that selects all rows of the page or none. */
export function SelectPage<Row>({
  selection: { rows, selected, choose },
  text,
}: {
  selection: Selection<Row>
  /** A visible label, where no column heading explains the checkbox. */
  text?: string
}) {
  const all = selected.length === rows.length
  return (
    <Box
      label="Select the whole page"
      text={text}
      checked={all}
      some={!all && selected.length > 0}
      onChange={() => choose(all ? [] : rows)}
    />
  )
}

/** The `ref` of a checkbox for several things, of which some but not all are chosen. */
export const partly = (some: boolean) => (box: HTMLInputElement | null) => {
  if (box) box.indeterminate = some
}

function Box({
  label,
  text,
  checked,
  some = false,
  onChange,
}: {
  label: string
  text?: string
  checked: boolean
  /** Neither all nor none. */
  some?: boolean
  onChange: () => void
}) {
  return (
    <CheckBox
      label={text}
      aria-label={label}
      checked={checked}
      ref={partly(some)}
      onChange={onChange}
      className="-mx-3 w-fit min-w-11 justify-center px-3"
    />
  )
}
