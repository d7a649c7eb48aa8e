// Parsing and formatting of figures.

const lengths: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000, in: 25.4, '"': 25.4, '': 1 }
const masses: Readonly<Record<string, number>> = { kg: 1000, g: 1, lb: 453.592_37, '': 1000 }

/** Parses a text such as 2.5 kg, 0,9 m or 1,200mm to an integer of its smallest unit; undefined if it is invalid. */
function measured(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, sign = '', figure = '', unit = ''] =
    /^([-−+]?)\s*(\d[\d,. ]*|[.,]\d+)\s*([a-z"]*)$/i.exec(text.trim()) ?? []
  const factor = units[unit.toLowerCase()]
  // Groups of three digits are thousands if the unit has no fractions: 1,200 mm, but 1,200 m are 1.2 m.
  const grouped = factor === 1 && /^\d{1,3}([, ]\d{3})+$/.test(figure.trim())
  const plain = grouped ? figure.replace(/[, ]/g, '') : figure.trim().replace(',', '.')
  if (factor === undefined || !/^(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined
  return Math.round(Number(plain) * factor) * (/[-−]/.test(sign) ? -1 : 1) || 0
}

/** Parses to millimetres, the default unit. */
export const readLength = (text: string) => measured(text, lengths)
/** Parses to grams; the default unit is the kilogram. */
export const readMass = (text: string) => measured(text, masses)
/** Parses to hundredths of a currency, with or without its sign; null if blank. */
export function readCost(text: string): number | null | undefined {
  const plain = text.trim().replace(/^[^\d.,-]+|[^\d.,]+$/g, '')
  if (text.trim() === '') return null
  return /^\d{1,6}([.,]\d{1,2})?$/.test(plain) ? Math.round(Number(plain.replace(',', '.')) * 100) : undefined
}
export const readCount = (text: string) => (/^\s*\d{1,7}\s*$/.test(text) ? Number(text) : undefined)
export const readDegrees = (text: string) => {
  const [, sign = '', figure] = /^\s*([-−]?)(\d{1,3})\s*(?:°|deg)?\s*$/.exec(text) ?? []
  return figure === undefined ? undefined : Number(figure) * (sign ? -1 : 1) || 0
}

/** Formats with a minus sign and thousands separators. */
export const formatFigure = (value: number) =>
  `${Math.round(value) || 0}`.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', '−')
export const lengthText = (mm: number) => `${formatFigure(mm)} mm`
export const massText = (grams: number) => (grams < 1000 ? `${grams} g` : `${grams / 1000} kg`)
export const costText = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2))
export const secondsText = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`
export const degreesText = (degrees: number) => `${formatFigure(degrees)}°`
/** Parses to milliseconds; the default unit is the second. */
export const readSeconds = (text: string) => measured(text, { s: 1000, ms: 1, '': 1000 })
