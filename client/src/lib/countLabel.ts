import { formatCount } from './format'

/** The server counts up to one more than this. */
const maxCount = 10_000

/** A count with its noun, such as '1 order'; undefined while the total is unknown. */
export function countLabel(total: number | undefined, one: string, many = `${one}s`): string | undefined {
  if (total === undefined) return undefined
  if (total > maxCount) return `more than ${formatCount(maxCount)} ${many}`
  return `${formatCount(total)} ${total === 1 ? one : many}`
}
