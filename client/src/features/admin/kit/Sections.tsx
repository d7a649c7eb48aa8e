import type { ReactNode } from 'react'

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** A long form, beside links to its parts on wide screens. `titles` are the titles of the parts, in order. */
export function Sections({ titles, children }: { titles: readonly string[]; children: ReactNode }) {
  return (
    <div className="sections">
      <div className="sections-columns">
        <nav aria-label="Sections" className="sections-links">
          <div className="sticky top-[calc(var(--bar)+1.5rem)] max-h-[calc(100dvh-12rem)] overflow-y-auto">
            <ul className="border-l text-small text-muted">
              {titles.map((title) => (
                <li key={title}>
                  <button
                    type="button"
                    className="-ml-px min-h-8 border-l border-transparent pl-4 text-left hover:border-fg hover:text-fg"
                    onClick={() => {
                      const heading = document.getElementById(idOf(title))
                      heading?.focus({ preventScroll: true })
                      heading?.scrollIntoView()
                    }}
                  >
                    {title}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        </nav>
        <div className="grid max-w-4xl grid-cols-1 gap-12">{children}</div>
      </div>
    </div>
  )
}

/** A part of a long form; `title` is one of its `titles`. */
export function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = idOf(title)
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-6">
      <div>
        <h2 id={id} tabIndex={-1} className="text-lead">
          {title}
        </h2>
        {lead && <p className="mt-1 text-small text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
