import { type ReactNode, useState } from 'react'
import { Icon } from './Icon'

type Item = {
  /** Unique on the page; becomes the title's id, so that a fragment can link to it (`/faq#id`). */
  id: string
  title: string
  content: ReactNode
}

/**
 * Titles with collapsible content, of which one is open at most. Pass `open` and `onOpen` to share that limit between
 * several lists.
 */
export function Accordion({
  items,
  ...control
}: { items: Item[] } & (
  | { open?: undefined; onOpen?: undefined }
  | { open: string | null; onOpen: (id: string | null) => void }
)) {
  const [own, setOwn] = useState<string | null>(null)
  const { open, onOpen } = control.onOpen ? control : { open: own, onOpen: setOwn }
  return (
    <div className="border-b">
      {items.map(({ id, title, content }) => {
        const shown = id === open
        return (
          <div key={id} className="border-t">
            <h3>
              <button
                type="button"
                id={id}
                aria-expanded={shown}
                aria-controls={`${id}-content`}
                onClick={() => onOpen(shown ? null : id)}
                className="flex min-h-14 w-full items-center justify-between gap-6 py-4 text-left text-body font-semibold hover:text-signal"
              >
                {title}
                <Icon name={shown ? 'minus' : 'plus'} className="size-5 text-muted" />
              </button>
            </h3>
            <section
              id={`${id}-content`}
              aria-labelledby={id}
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
