const short = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** An instant with its time, short enough for a row. */
export function When({ value }: { value: string }) {
  return <time dateTime={value}>{short.format(new Date(value))}</time>
}
