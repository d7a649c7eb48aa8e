import { formatCount } from './format'

/** The server counts no further than one more than this. */
const maxCount = 10_000

/** How many there are, such as '1 order'; undefined as long as nobody knows. */
export function countLabel(total: number | undefined, one: string, many = `${one}s`): string | undefined {
  if (total === undefined) return undefined
  if (total > maxCount) return `more than ${formatCount(maxCount)} ${many}`
  return `${formatCount(total)} ${total === 1 ? one : many}`
}
