import { isObject, plain } from '~/features/admin/kit/readable'
import { motionText } from './motion'

const media = ['image', 'gallery', 'video', 'documents']

/** A product's JSON value in words: the entries of a list, one per line, or the members of an object. */
export function describe(name: string, json: string): string {
  const value: unknown = JSON.parse(json)
  const isMotion = name === 'motion' && isObject(value)
  const text = isMotion ? motionText(value) : media.includes(name) ? medium(value) : plain(value)
  return text || '(none)'
}

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
