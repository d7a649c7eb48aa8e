import { humanise } from '~/lib/humanise'
import { motionText } from './motion'

const media = ['image', 'gallery', 'video', 'documents']

/** A product's JSON value in words: the entries of a list, one per line, or the members of an object. */
export function describe(name: string, json: string): string {
  const value: unknown = JSON.parse(json)
  const isMotion = name === 'motion' && isObject(value)
  const text = isMotion ? motionText(value) : media.includes(name) ? medium(value) : plain(value)
  return text || '(none)'
}

type Values = Record<string, unknown>

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function medium(value: unknown): string {
  if (Array.isArray(value)) return value.map(medium).join('\n')
  if (!isObject(value)) return ''
  if ('format' in value) return `${value.title || value.url} (${value.format})`
  const parts = [
    value.poster && 'poster',
    value.captions && `captions (${value.captionsLanguage ?? 'en'})`,
  ].filter(Boolean)
  return [value.alt || value.url, ...parts].join(', ')
}

function plain(value: unknown): string {
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
