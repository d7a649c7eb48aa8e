const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** An instant to the minute, where that decides. */
export function Until({ value }: { value: string }) {
  return <time dateTime={value}>{moment.format(new Date(value))}</time>
}
