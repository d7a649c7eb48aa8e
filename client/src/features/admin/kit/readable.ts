/** A JSON value of the audit log in words: text without quotes, null as a word. */
export function readable(json: string | null): string | null {
  if (json === null) return null
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'string') return value || '(empty)'
    return value === null ? '(none)' : json
  } catch {
    return json
  }
}
