import { DragHandle } from '~/features/admin/kit/DragHandle'
import type { Payload } from '~/features/admin/kit/useAction'
import { useDrag } from '~/features/admin/kit/useDrag'
import { Excerpt } from '~/features/admin/kit/values'
import type { FaqTopic } from '~/lib/schema.gen'
import { Badge } from '~/ui/Badge'
import { Button, IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { type Entry, stateOf, topics } from './topics'
import { useOrder } from './useOrder'

/** The questions of a topic in the order of its page. */
export function Topic({
  topic,
  entries,
  published,
  faults,
  onOrder,
  onEdit,
  onDelete,
}: {
  topic: FaqTopic
  entries: readonly Entry[]
  /** The published entries of all topics. */
  published: readonly Entry[]
  /** The errors by ID. */
  faults: ReadonlyMap<string, string>
  onOrder: (ids: string[]) => Promise<Payload | undefined>
  onEdit: (entry: Entry) => void
  onDelete: (entry: Entry) => void
}) {
  const { ordered, move, status } = useOrder(entries, onOrder)
  const drag = useDrag(ordered.length, (from, to) => {
    const entry = ordered[from]
    if (entry) move(entry, to)
  })
  return (
    <section aria-labelledby={topic}>
      <h2 id={topic} className="mb-4 text-lead">
        {topics[topic]}
      </h2>
      {ordered.length === 0 ? (
        <p className="border-y py-4 text-muted">No questions yet.</p>
      ) : (
        <ol aria-labelledby={topic} className="border-b text-small">
          {ordered.map((entry, place) => (
            <li
              key={entry.id}
              {...drag.over(place)}
              className={`grid gap-x-6 gap-y-2 border-t py-3 md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center ${drag.look(place)}`}
            >
              <DragHandle {...drag.handle(place)} className="-mr-4 -ml-2" />
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">
                  {entry.question} <Mark state={stateOf(entry, published)} />
                </p>
                <div className="text-muted">
                  <Excerpt text={entry.answer} />
                </div>
                {faults.has(entry.id) && <p className="text-error">{faults.get(entry.id)}</p>}
              </div>
              <div className="-ml-3 flex items-center md:ml-0">
                <Move
                  label={`Move up: ${entry.question}`}
                  up
                  end={place === 0}
                  onMove={() => move(entry, place - 1)}
                />
                <Move
                  label={`Move down: ${entry.question}`}
                  end={place === ordered.length - 1}
                  onMove={() => move(entry, place + 1)}
                />
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Edit: ${entry.question}`}
                  onClick={() => onEdit(entry)}
                >
                  Edit
                </Button>
                <IconButton label={`Delete: ${entry.question}`} onClick={() => onDelete(entry)}>
                  <Icon name="trash" />
                </IconButton>
              </div>
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {status}
      </p>
    </section>
  )
}

function Mark({ state }: { state: ReturnType<typeof stateOf> }) {
  if (state === 'new') return <Badge tone="info">New</Badge>
  return state && <Badge tone="warn">Changed</Badge>
}

/**
 * Moves a question up or down. At the end of the list the button stays enabled, so that it keeps the keyboard focus.
 */
function Move({
  label,
  up = false,
  end,
  onMove,
}: {
  label: string
  up?: boolean
  end: boolean
  onMove: () => void
}) {
  return (
    <IconButton
      label={label}
      aria-disabled={end}
      onClick={() => {
        if (!end) onMove()
      }}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    >
      <Icon name="arrow-down" className={`size-5 ${up ? 'rotate-180' : ''}`} />
    </IconButton>
  )
}
