/**
 * The rows of a text that was copied from a spreadsheet or a list: its lines, and their cells at tabs or, for two
 * columns, at the first colon. Empty for a text of one cell, which is pasted as it is.
 */
export function rowsOf(text: string, columns: readonly string[]): Record<string, string>[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim())
  if (lines.length < 2 && !text.includes('\t')) return []
  return lines.map((line) => {
    const cells = line.includes('\t') || columns.length !== 2 ? line.split('\t') : line.split(/:\s+(.*)/s)
    const last = columns.length - 1
    return Object.fromEntries(
      columns.map((name, index) => [
        name,
        (index === last ? cells.slice(last).join(' ') : (cells[index] ?? '')).trim(),
      ]),
    )
  })
}
