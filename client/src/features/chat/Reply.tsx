import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Skeleton } from '~/ui/Skeleton'
import type { Quote, Turn } from './transcript'

/** A question and its reply. */
export function Reply({
  turn: { question, quotes, failure },
  onAgain,
  onHandover,
}: {
  turn: Turn
  onAgain: () => void
  onHandover: () => void
}) {
  return (
    <li className="grid scroll-mt-24 gap-5 border-t py-6 first:border-t-0">
      <p className="justify-self-end rounded-plate bg-lifted px-4 py-3 wrap-anywhere">
        <span className="sr-only">You asked: </span>
        {question}
      </p>
      <div className="grid justify-items-start gap-4">
        <p className="label flex items-center gap-2 text-faint">
          <Icon name="search" className="size-4" />
          Automatic answer
        </p>
        {failure && (
          <>
            <p className="flex items-start gap-3 text-muted">
              <Icon name="alert" className="mt-0.5 size-5 text-error" />
              {failure}
            </p>
            <Button size="sm" onClick={onAgain}>
              <Icon name="refresh" className="size-4" />
              Ask again
            </Button>
          </>
        )}
        {!quotes && !failure && (
          <div className="grid w-full gap-3">
            <span className="sr-only">Searching</span>
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-5 w-72 max-w-full" />
          </div>
        )}
        {quotes && quotes.length > 0 && (
          <>
            <ul className="grid w-full gap-px">
              {quotes.map((quote) => (
                <Quoted key={quote.to} quote={quote} />
              ))}
            </ul>
            <Button size="sm" variant="ghost" className="-ml-4" onClick={onHandover}>
              Not helpful? Leave a message
            </Button>
          </>
        )}
        {quotes?.length === 0 && (
          <>
            <p className="max-w-prose text-muted">
              No matching answer. Name a product and a figure, such as its reach or price. Or leave a message
              for a person.
            </p>
            <Button size="sm" onClick={onHandover}>
              Leave a message
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

function Quoted({ quote: { title, text, to, source } }: { quote: Quote }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-l-2 border-control py-2 pl-4 sm:grid-cols-[1fr_auto] sm:pl-5">
      <Link
        to={to}
        className="font-semibold underline decoration-control underline-offset-4 hover:text-signal"
      >
        {title}
      </Link>
      <span className="label text-faint">{source}</span>
      <p className="max-w-prose whitespace-pre-line text-muted sm:col-span-2">{text}</p>
    </li>
  )
}
