const shortest = 70

/** A text of any length in a row: its beginning, and all of it on demand. */
export function Excerpt({ text }: { text: string }) {
  if (text.length <= shortest) return <span className="wrap-anywhere">{text}</span>
  return (
    <details className="group/text">
      <summary className="flex min-h-11 items-center wrap-anywhere [&::-webkit-details-marker]:hidden">
        <span className="group-open/text:hidden">
          {text.slice(0, shortest - 10).trimEnd()}…{' '}
          <span className="whitespace-nowrap underline underline-offset-4">Show all</span>
        </span>
        <span className="hidden underline underline-offset-4 group-open/text:inline">Show less</span>
      </summary>
      <p className="max-w-prose pb-2 wrap-anywhere whitespace-pre-line">{text}</p>
    </details>
  )
}
