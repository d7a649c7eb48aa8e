import { maxCompared, readIds } from '~/lib/compared'
import { paths } from '~/lib/paths'

/** The state of /compare, which is kept in the address. */
export type Comparison = {
  ids: string[]
  /** Whether to hide rows in which all products agree. */
  onlyDifferences: boolean
}

/** Reads a comparison from an address; `cut` if it named more products than fit. */
export function readComparison(params: URLSearchParams): Comparison & { cut: boolean } {
  const ids = readIds(params.get('products'))
  return {
    ids: ids.slice(0, maxCompared),
    cut: ids.length > maxCompared,
    onlyDifferences: params.get('only') === 'differences',
  }
}

/** The address of a comparison. */
export function comparisonPath({ ids, onlyDifferences }: Comparison): string {
  if (ids.length === 0) return '/compare'
  return paths.compare(ids) + (onlyDifferences ? '&only=differences' : '')
}
