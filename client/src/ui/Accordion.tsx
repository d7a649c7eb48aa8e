import { type ReactNode, useId, useState } from 'react'
import { Icon } from './Icon'

/** Questions and answers; at most one is open. */
export function Accordion({ items }: { items: { id: string; title: string; content: ReactNode }[] }) {
  const [open, setOpen] = useState<string | null>(null)
  const base = useId()
  return (
    <div className="border-b">
      {items.map(({ id, title, content }) => {
        const shown = id === open
        return (
          <div key={id} className="border-t">
            <h3>
              <button
                type="button"
                id={`${base}${id}-title`}
                aria-expanded={shown}
                aria-controls={`${base}${id}`}
                onClick={() => setOpen(shown ? null : id)}
                className="flex min-h-14 w-full items-center justify-between gap-6 py-4 text-left text-body font-semibold hover:text-signal"
              >
                {title}
                <Icon name={shown ? 'minus' : 'plus'} className="size-5 text-muted" />
              </button>
            </h3>
            <section
              id={`${base}${id}`}
              aria-labelledby={`${base}${id}-title`}
              hidden={!shown}
              className="max-w-prose pb-6 text-muted"
            >
              {content}
            </section>
          </div>
        )
      })}
    </div>
  )
}
