import { humanise } from '~/lib/humanise'

/** A JSON value of the audit log in words, on one line: text without quotes, null as a word. */
export function readable(json: string | null): string | null {
  if (json === null) return null
  try {
    const value: unknown = JSON.parse(json)
    if (value === '') return '(empty)'
    if (typeof value === 'string') return value
    return plain(value).replaceAll('\n', Array.isArray(value) ? ', ' : '; ') || '(none)'
  } catch {
    return json
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON value in words: the entries of a list, one per line, or the members of an object; empty for null. */
export function plain(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(entry).filter(Boolean).join('\n')
  if (isObject(value))
    return Object.entries(value)
      .flatMap(([name, member]) => {
        const text =
          member === false ? '' : isObject(member) && 'title' in member ? entry(member) : plain(member)
        return text ? [`${humanise(name)}: ${text.replaceAll('\n', ', ')}`] : []
      })
      .join('\n')
  return String(value)
}

/** An entry of a list, or a payment plan, on one line, such as `Mass: 30 kg` or `Size: Height: 1 m, Width: 2 m`. */
function entry(value: unknown): string {
  if (!isObject(value)) return plain(value)
  const { label, title, icon: _, ...rest } = value
  const head = String(label ?? title ?? '')
  const texts = Object.entries(rest).map(([name, member]) =>
    typeof member === 'boolean' ? member && humanise(name) : plain(member).replaceAll('\n', ', '),
  )
  return [head, texts.filter(Boolean).join(', ')].filter(Boolean).join(': ')
}
