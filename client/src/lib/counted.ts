/** The server counts no further than one more than this. */
const mostCounted = 10_000

const numbers = new Intl.NumberFormat('en-US')

/** How many there are, such as '1 order'; undefined as long as nobody knows. */
export function counted(total: number | undefined, one: string, many = `${one}s`): string | undefined {
  if (total === undefined) return undefined
  if (total > mostCounted) return `more than ${numbers.format(mostCounted)} ${many}`
  return `${numbers.format(total)} ${total === 1 ? one : many}`
}
