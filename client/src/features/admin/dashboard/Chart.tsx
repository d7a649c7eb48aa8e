import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { axisOf } from './points'

/** A bar: its label at the axis, its full date, its value, and that as text. */
type ChartBar = { short: string; when: string; value: number; text: string }

/**
 * Bars over time, their sum above them and all their values in a table behind. Pointing at a bar, or moving to it with
 * the arrow keys, says its value.
 */
export function Chart({
  title,
  total,
  unit,
  bars,
  tick,
}: {
  title: string
  total: string
  /** The period of a bar, such as 'Day'. */
  unit: string
  bars: ChartBar[]
  /** Formats a value at the axis. */
  tick: (value: number) => string
}) {
  const id = useId()
  const [at, setAt] = useState<number | null>(null)
  const axis = axisOf(Math.max(...bars.map(({ value }) => value)))
  const top = axis.at(-1) ?? 1
  const pointed = at === null ? undefined : bars[at]

  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
      <header className="grid gap-1">
        <h2 id={id} className="label text-muted">
          {title}
        </h2>
        <p className="text-h2 figures">{total}</p>
        {/* A separate line, so that nothing moves when its text changes. */}
        <p className="label text-muted">
          {pointed ? (
            <>
              {pointed.when}: <span className="text-fg">{pointed.text}</span>
            </>
          ) : (
            `By ${unit.toLowerCase()}`
          )}
        </p>
      </header>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <Axis values={axis} tick={tick} />
        <Plot label={title} bars={bars} axis={axis} top={top} at={at} onPoint={setAt} />
        <Dates texts={bars.map(({ short }) => short)} />
      </div>
      <details className="group/table border-t">
        <summary className="flex min-h-11 items-center text-small underline decoration-control underline-offset-4 hover:decoration-fg [&::-webkit-details-marker]:hidden">
          <span className="group-open/table:hidden">Show the table</span>
          <span className="hidden group-open/table:inline">Hide the table</span>
          <span className="sr-only">: {title}</span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard. */}
        <section className="max-h-80 overflow-y-auto" tabIndex={0} aria-label={`Table: ${title}`}>
          <table className="w-full text-small">
            <thead className="label text-left text-faint">
              <tr>
                <th scope="col" className="sticky top-0 bg-ground py-2 font-normal">
                  {unit}
                </th>
                <th scope="col" className="sticky top-0 bg-ground py-2 pr-3 text-right font-normal">
                  {title}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map(({ when, text }) => (
                <tr key={when} className="border-t">
                  <th scope="row" className="py-2 text-left font-normal">
                    {when}
                  </th>
                  <td className="label py-2 pr-3 text-right">{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  )
}

/** The values at the left, each at its line. */
function Axis({ values, tick }: { values: number[]; tick: (value: number) => string }) {
  return (
    <div
      aria-hidden="true"
      className="label flex h-30 flex-col-reverse justify-between text-right text-faint"
    >
      {values.map((value) => (
        // Without height, so that its middle is at the line.
        <span key={value} className="flex h-0 items-center justify-end">
          {tick(value)}
        </span>
      ))}
    </div>
  )
}

/** The bars, as a control whose value is the bar that is pointed at. */
function Plot({
  label,
  bars,
  axis,
  top,
  at,
  onPoint,
}: {
  label: string
  bars: ChartBar[]
  axis: number[]
  top: number
  at: number | null
  onPoint: (at: number | null) => void
}) {
  const last = bars.length - 1
  const now = at ?? last

  function point({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * bars.length)
    onPoint(Math.min(Math.max(index, 0), last))
  }
  function key(event: KeyboardEvent) {
    const next = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: now - 7,
      PageUp: now + 7,
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onPoint(Math.min(Math.max(next, 0), last))
  }
  const share = (value: number) => (value / top) * 100
  const width = 100 / bars.length

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={now + 1}
      aria-valuetext={`${bars[now]?.when}: ${bars[now]?.text}`}
      onKeyDown={key}
      onFocus={() => onPoint(now)}
      onBlur={() => onPoint(null)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={({ currentTarget }) => {
        // A tap keeps the reading open.
        if (document.activeElement !== currentTarget) onPoint(null)
      }}
      className="h-30 touch-pan-y"
    >
      <svg aria-hidden="true" className="block size-full overflow-visible">
        {axis.map((value) => (
          <line
            key={value}
            x2="100%"
            y1={`${100 - share(value)}%`}
            y2={`${100 - share(value)}%`}
            className={value === 0 ? 'stroke-control' : 'stroke-line'}
          />
        ))}
        {at !== null && (
          <rect x={`${at * width}%`} width={`${width}%`} height="100%" className="fill-lifted" />
        )}
        {bars.map(({ when, value }, index) => (
          <rect
            key={when}
            x={`${(index + 0.15) * width}%`}
            width={`${width * 0.7}%`}
            y={`${100 - share(value)}%`}
            height={`${share(value)}%`}
            className={index === at ? 'fill-signal' : 'fill-muted'}
          />
        ))}
      </svg>
    </div>
  )
}

/** A few dates below the bars, each in the middle of its own; among many bars the outer ones stay inside. */
function Dates({ texts }: { texts: string[] }) {
  const last = texts.length - 1
  const few = new Set([0, 1, 2, 3].map((part) => Math.round((part / 3) * last)))
  const inside = (index: number) => {
    if (last > 6 && index === 0) return { left: 0 }
    if (last > 6 && index === last) return { right: 0 }
    return { left: `${((index + 0.5) / texts.length) * 100}%`, translate: '-50%' }
  }
  return (
    <div aria-hidden="true" className="label relative col-start-2 mt-2 h-5 text-faint">
      {[...few].map((index) => (
        <span key={index} className="absolute whitespace-nowrap" style={inside(index)}>
          {texts[index]}
        </span>
      ))}
    </div>
  )
}
