import { type CatalogueView, queryOf } from '~/features/catalogue/view'

/** The layouts of the list of products; the first is the default. */
export const layouts = [
  { value: 'sheets', label: 'Sheets' },
  { value: 'grid', label: 'Grid' },
  { value: 'table', label: 'Table' },
] as const

export type ListLayout = (typeof layouts)[number]['value']

/** A condition on an attribute, in the address written as `payload:5kg..10kg`, `available:true` or `fits:3`. */
export type Condition = { attribute: string; min?: string; max?: string; values?: string[] }

type More = CatalogueView['more']

/** The server accepts up to ten conditions. */
const maxConditions = 10

export function readCondition(text: string): Condition | null {
  const [, attribute = '', rest = ''] = /^([a-z]\w*):(.+)$/i.exec(text) ?? []
  if (!attribute) return null
  const [min = '', max] = rest.split('..')
  if (max === undefined) return { attribute, values: rest.split(',') }
  return min || max ? { attribute, ...(min && { min }), ...(max && { max }) } : null
}

export const writeCondition = ({ attribute, min = '', max = '', values }: Condition) =>
  `${attribute}:${values ? values.join(',') : `${min}..${max}`}`

/** All values of a parameter. */
const valuesOf = (more: More, name: string) => more.flatMap(([key, value]) => (key === name ? [value] : []))

/** Replaces all values of a parameter. */
export const replaceParameter = (more: More, name: string, values: readonly string[]): More => [
  ...more.filter(([key]) => key !== name),
  ...values.map((value): [string, string] => [name, value]),
]

export const conditionsOf = (more: More): Condition[] =>
  valuesOf(more, 'figure')
    .flatMap((text) => readCondition(text) ?? [])
    .slice(0, maxConditions)

export const layoutOf = (more: More): ListLayout =>
  layouts.find(({ value }) => value === valuesOf(more, 'view')[0])?.value ?? 'sheets'

/** Replaces or removes the condition on an attribute. */
export function withCondition(more: More, attribute: string, condition: Condition | null): More {
  const others = conditionsOf(more).filter((other) => other.attribute !== attribute)
  return replaceParameter(more, 'figure', [...others, ...(condition ? [condition] : [])].map(writeCondition))
}

/** The product that the results must fit. */
export const fitsProduct = (more: More) =>
  conditionsOf(more).find(({ attribute }) => attribute === 'fits')?.values?.[0]

/** The variables of the Catalogue query for a view with conditions. */
export function figuresQuery(view: CatalogueView) {
  const query = queryOf(view)
  const figures = conditionsOf(view.more).filter(({ attribute }) => attribute !== 'fits')
  return { ...query, filter: { ...query.filter, figures, fits: fitsProduct(view.more) } }
}

/** The column by which a table is sorted. */
export function tableSortOf(more: More): { by: string; descending: boolean } {
  const [, minus, by = ''] = /^(-?)(\w+)$/.exec(valuesOf(more, 'by')[0] ?? '') ?? []
  return { by, descending: minus === '-' }
}

/** The columns of a table; null for the default. */
export const columnsOf = (more: More): string[] | null => valuesOf(more, 'columns')[0]?.split(',') ?? null

/** Adds the attribute's unit to a number entered without one. */
export function withUnit(text: string, symbol: string): string {
  const typed = text.trim()
  return /^[\d.,\s-]+$/.test(typed) && symbol ? `${typed} ${symbol}` : typed
}

export type Ends = { min: string; max: string }

const otherEnd = {
  min: { other: 'max', label: 'From', bound: 'at most' },
  max: { other: 'min', label: 'Up to', bound: 'at least' },
} as const

/** Splits a text into number and unit, as the server parses them. */
function figureOf(text: string) {
  const [, number = '', unit = ''] = /^[$€£±]?\s*(-?\d[\d.,]*)\s*(.*)$/.exec(text) ?? []
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(number)
    ? number.replaceAll(',', '')
    : number.replace(',', '.')
  return { value: number ? Number(plain) : Number.NaN, unit: unit.toLowerCase() }
}

/**
 * The error of one end of a range; undefined if it is valid. Only `signed` attributes allow negative values. Ends in
 * different units are left to the server.
 */
export function rangeError(end: keyof Ends, ends: Ends, symbol: string, signed: boolean): string | undefined {
  if (!ends[end]) return
  const { other, label, bound } = otherEnd[end]
  const { value, unit } = figureOf(ends[end])
  if (Number.isNaN(value)) return `Enter a number such as ${`6 ${symbol}`.trim()}`
  if (value < 0 && !signed) return `${label} must be at least 0`
  const limit = figureOf(ends[other])
  if (unit === limit.unit && (end === 'min' ? value > limit.value : value < limit.value))
    return `${label} must be ${bound} ${ends[other]}`
}

/** Rows as tab-separated lines, which spreadsheets accept from the clipboard. */
export const tabSeparated = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
