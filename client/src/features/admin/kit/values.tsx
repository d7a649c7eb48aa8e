import type { ReactNode } from 'react'
import { formatDate, formatTime } from '~/lib/format'
import { shortDate } from '~/ui/DateText'
import { Icon, type IconName } from '~/ui/Icon'
import { Picture, type PictureSource } from '~/ui/Picture'
import { withoutYear, zoneAt } from './day'

/**
 * A date with its time; the tooltip has the full moment with the time zone. `short` leaves out the year, or the time in
 * other years; `zone` adds the time zone, for deadlines.
 */
export function When({
  value,
  short = false,
  zone = false,
}: {
  value: string
  short?: boolean
  zone?: boolean
}) {
  const [date, time] = [shortDate(value), formatTime(value)]
  const timeAndZone = `${time} ${zoneAt(value)}`
  const recent = new Date(value).getFullYear() === new Date().getFullYear()
  const shown = short
    ? recent
      ? `${withoutYear(date)}, ${time}`
      : date
    : `${date}, ${zone ? timeAndZone : time}`
  return (
    <time dateTime={value} title={`${formatDate(value)}, ${timeAndZone}`}>
      {shown}
    </time>
  )
}

/** Several values in one cell of a table: below each other on phones, on one line from 768 px on. */
export function Parts({ children }: { children: ReactNode }) {
  return <span className="max-md:grid max-md:justify-items-start md:*:not-first:ml-2">{children}</span>
}

/** A small picture at the beginning of a row, or an icon in its place. */
export function Thumbnail({ media, icon }: { media: PictureSource | null; icon: IconName }) {
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-plate bg-ground text-control md:size-8">
      {media ? (
        <Picture media={{ ...media, alt: '' }} sizes="2.75rem" className="size-full object-contain" />
      ) : (
        <Icon name={icon} />
      )}
    </span>
  )
}

/**
 * Characters: texts up to `longest` are shown in full, of others the first `mostShown`, cut to the width of the cell.
 */
const longest = 70
const mostShown = 300

/** A text in a row: its beginning, and the full text on demand. */
export function Excerpt({ text }: { text: string }) {
  if (text.length <= longest) return <span className="min-w-0 wrap-anywhere md:truncate">{text}</span>
  return (
    <Fold summary={text.slice(0, mostShown)}>
      <span className="block max-w-prose wrap-anywhere whitespace-pre-line">{text}</span>
    </Fold>
  )
}

/** Classes of an opened text, which overlays the rows below if the cell is too narrow. */
const panel =
  'md:[td_&]:absolute md:[td_&]:z-[1] md:[td_&]:w-[min(32rem,50vw)] md:[td_&]:min-w-0 md:[td_&]:border md:[td_&]:bg-lifted md:[td_&]:p-4 md:[td_&]:[box-shadow:var(--shadow-overlay)] md:[td:last-child_&]:right-0'

/** One line in a row that opens on demand. */
export function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group/fold min-w-0">
      <summary className="flex min-h-11 items-center gap-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 group-open/fold:hidden">
          <span className="block wrap-anywhere max-md:line-clamp-2 md:truncate">{summary}</span>
        </span>
        <span className="shrink-0 underline underline-offset-4 group-open/fold:hidden">Show all</span>
        <span className="hidden underline underline-offset-4 group-open/fold:inline">Show less</span>
      </summary>
      <div className={`pb-2 whitespace-normal ${panel}`}>{children}</div>
    </details>
  )
}

/** A text as one line of a row; the row's drawer has the full text. */
export function Line({ text }: { text: string }) {
  return <span className="wrap-anywhere max-md:line-clamp-2">{text}</span>
}

/** A text in a drawer, with its line breaks. */
export function Written({ text }: { text: string }) {
  return <p className="wrap-anywhere whitespace-pre-line">{text}</p>
}

/** A property of an object with its label; for use in a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="label text-faint">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
