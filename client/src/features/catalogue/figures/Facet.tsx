import { type KeyboardEvent, useId, useState } from 'react'
import { formatCount } from '~/lib/format'
import { CheckBox } from '~/ui/CheckBox'
import { inputStyles } from '~/ui/Field'
import type { FacetsQuery } from './Finder.gen'
import { type Condition, type Ends, rangeError, withUnit } from './figures'

type FacetData = FacetsQuery['productFacets'][number]

const about = (n: number, approximate: boolean) => `${approximate ? 'about ' : ''}${formatCount(n)}`

/** A filter for one attribute: its values with counts, and those selected. */
export function Facet({
  facet,
  condition,
  onChange,
}: {
  facet: FacetData
  condition?: Condition
  onChange: (condition: Condition | null) => void
}) {
  const { attribute, count, approximate } = facet
  return (
    <fieldset className="facet">
      <legend>
        {attribute.label}
        <span className="label text-faint">{about(count, approximate)}</span>
      </legend>
      {attribute.kind === 'NUMBER' ? (
        <Range facet={facet} condition={condition} onChange={onChange} />
      ) : (
        facet.choices.map(({ value, count }) => {
          const values = condition?.values ?? []
          return (
            <CheckBox
              key={value}
              checked={values.includes(value)}
              label={
                <>
                  {value === 'true' ? 'Yes' : value}{' '}
                  <span className="label text-faint">{about(count, approximate)}</span>
                </>
              }
              onChange={({ target }) => {
                const next = values.filter((other) => other !== value).concat(target.checked ? value : [])
                onChange(next.length > 0 ? { attribute: attribute.id, values: next } : null)
              }}
            />
          )
        })
      )}
    </fieldset>
  )
}

function Range({
  facet: { attribute, buckets, approximate },
  condition,
  onChange,
}: {
  facet: FacetData
  condition?: Condition
  onChange: (condition: Condition | null) => void
}) {
  const highest = Math.max(1, ...buckets.map(({ count }) => count))
  const { min = '', max = '' } = condition ?? {}
  /** The ends as last entered, as long as one of them is invalid. Nothing is sent until both are valid. */
  const [left, setLeft] = useState<Partial<Ends>>({})
  const ends = { min, max, ...left }
  const signed = Number(buckets[0]?.min ?? 0) < 0
  const problem = (end: keyof Ends, of: Ends) => rangeError(end, of, attribute.symbol, signed)
  function leave(end: keyof Ends, text: string) {
    const next = { ...ends, [end]: withUnit(text, attribute.symbol) }
    if (problem('min', next) || problem('max', next)) return setLeft({ ...left, [end]: next[end] })
    setLeft({})
    if (next.min === min && next.max === max) return
    onChange(
      next.min || next.max
        ? { attribute: attribute.id, ...(next.min && { min: next.min }), ...(next.max && { max: next.max }) }
        : null,
    )
  }
  return (
    <>
      <svg
        aria-hidden="true"
        className="bars"
        viewBox={`0 0 ${Math.max(12, buckets.length)} 40`}
        preserveAspectRatio="none"
      >
        {buckets.map(({ min, text, count }, index) => {
          const height = count > 0 ? Math.max(3, (count / highest) * 39) : 1
          return (
            <rect
              key={min}
              x={index + 0.06}
              y={40 - height}
              width={0.88}
              height={height}
              className={count > 0 ? 'bar' : undefined}
            >
              <title>{`${text}: ${about(count, approximate)}`}</title>
            </rect>
          )
        })}
      </svg>
      <ul className="sr-only">
        {buckets
          .filter(({ count }) => count > 0)
          .map(({ min, text, count }) => (
            <li key={min}>{`${text}: ${about(count, approximate)}`}</li>
          ))}
      </ul>
      <div className="facet-fields">
        {(['min', 'max'] as const).map((end) => (
          <Bound
            key={`${end} ${condition?.[end] ?? ''}`}
            label={end === 'min' ? 'From' : 'Up to'}
            of={attribute.label}
            value={condition?.[end] ?? ''}
            symbol={attribute.symbol}
            error={end in left ? problem(end, ends) : undefined}
            onLeave={(text) => leave(end, text)}
          />
        ))}
      </div>
    </>
  )
}

/** One end of a range. It applies on blur and on Enter. */
function Bound({
  label,
  of,
  value,
  symbol,
  error,
  onLeave,
}: {
  label: string
  of: string
  value: string
  symbol: string
  error?: string
  onLeave: (text: string) => void
}) {
  const id = useId()
  const [text, setText] = useState(value)
  return (
    <div>
      <label htmlFor={id} className="label text-muted">
        {label}
        <span className="sr-only"> {of}</span>
      </label>
      <input
        id={id}
        value={text}
        maxLength={40}
        inputMode="text"
        autoComplete="off"
        placeholder={symbol}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => onLeave(text)}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && onLeave(text)}
        className={`${inputStyles} h-11 w-full px-3 text-small`}
      />
      {error && (
        <p id={`${id}-error`} className="text-small text-error">
          {error}
        </p>
      )}
    </div>
  )
}
