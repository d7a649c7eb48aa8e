import type { Compared_ProductFragment } from './Compared.gen'

/**
 * A row of the table: one value for each product, null if not stated. `differs` compares stated values; `lone` if only
 * one of several products states it.
 */
export type Row = {
  label: string
  values: (string | null)[]
  differs: boolean
  lone: boolean
  /** A figure's difference to the first product's, if both are stated. */
  deltas?: (string | null)[]
}
export type Group = { title: string; rows: Row[] }

type Item = { label: string; value: string }

const key = (text: string) => text.trim().toLowerCase()

/** Merges lists into rows by label, in order of first occurrence. */
function beside(lists: readonly (readonly Item[])[]): Row[] {
  const rows = new Map<string, Row>()
  lists.forEach((items, column) => {
    for (const { label, value } of items) {
      const row = rows.get(key(label)) ?? {
        label,
        values: lists.map(() => null),
        differs: false,
        lone: false,
      }
      row.values[column] ??= value
      rows.set(key(label), row)
    }
  })
  for (const row of rows.values()) {
    const stated = row.values.filter((value) => value !== null)
    row.differs = new Set(stated).size > 1
    row.lone = lists.length > 1 && stated.length === 1
  }
  return [...rows.values()]
}

/** A number with unit, as attributes have it. */
const figure = /^(-?[\d.]+) (\D+)$/

/** The difference between two figures of the same unit, such as `+4 kg`; null if there is none. */
export function delta(from: string | null | undefined, to: string | null): string | null {
  const [, low, unit] = figure.exec(from ?? '') ?? []
  const [, high, other] = figure.exec(to ?? '') ?? []
  const difference = Number(high) - Number(low)
  if (unit === undefined || unit !== other || !difference) return null
  return `${difference > 0 ? '+' : '−'}${Number(Math.abs(difference).toFixed(3))} ${unit}`
}

/** The rows of attributes, with differences to the first product. */
function withDeltas(rows: Row[], labels: ReadonlySet<string>): Row[] {
  return rows.map((row) => {
    if (!row.differs || !labels.has(row.label)) return row
    return { ...row, deltas: row.values.map((value) => delta(row.values[0], value)) }
  })
}

const plans = ['rental', 'purchase', 'service'] as const
const planNames = { rental: 'Rental', purchase: 'Purchase', service: 'Service' }

/**
 * The groups of the table: the data plate, every group of specifications that one of the products has, the plans and
 * the rating.
 */
export function compare(products: readonly Compared_ProductFragment[]): Group[] {
  const titles = new Map(products.flatMap(({ specs }) => specs).map(({ title }) => [key(title), title]))
  const groups = [
    {
      title: 'Data plate',
      lists: products.map(({ model, category, plate, attributes }) => [
        ...(model ? [{ label: 'Model', value: model }] : []),
        { label: 'Category', value: category },
        ...attributes
          .filter(({ attribute }) => attribute.comparable)
          .map(({ attribute, text }) => ({ label: attribute.label, value: text })),
        ...plate,
      ]),
    },
    ...[...titles].map(([title, shown]) => ({
      title: shown,
      lists: products.map(({ specs }) => specs.find((group) => key(group.title) === title)?.items ?? []),
    })),
    {
      title: 'Plans',
      lists: products.map(({ pricing }) =>
        plans.flatMap((kind) => {
          const plan = pricing[kind]
          return plan ? [{ label: planNames[kind], value: `${plan.price} ${plan.period}` }] : []
        }),
      ),
    },
    {
      title: 'Rating',
      lists: products.map(({ rating, numOfReviews }) =>
        numOfReviews > 0
          ? [
              { label: 'Mean', value: `${rating.toFixed(1)} / 5` },
              { label: 'Reviews', value: String(numOfReviews) },
            ]
          : [],
      ),
    },
  ]
  const figures = new Set(
    products.flatMap(({ attributes }) => attributes.map(({ attribute }) => attribute.label)),
  )
  return groups
    .map(({ title, lists }) => ({ title, rows: withDeltas(beside(lists), figures) }))
    .filter(({ rows }) => rows.length > 0)
}

/** Only the rows that differ. */
export function differences(groups: readonly Group[]): Group[] {
  return groups
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ differs }) => differs) }))
    .filter(({ rows }) => rows.length > 0)
}
