import { useState } from 'react'

/** The rows of a page that something is to be done with. */
export type Selection<Row> = {
  rows: readonly Row[]
  selected: readonly Row[]
  choose: (rows: readonly Row[]) => void
}

/** What is chosen of the rows that are shown; it ends with the place, which names page and filters. */
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
