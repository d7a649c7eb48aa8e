const short = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A day of UTC, as it stands in letters, short enough for a row. */
export function Day({ value }: { value: string }) {
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {short.format(new Date(value))}
    </time>
  )
}
