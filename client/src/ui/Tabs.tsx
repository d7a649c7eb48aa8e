import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

type Tab<Id extends string> = { id: Id; label: string; content: ReactNode }

/** Tabs with a single tab stop; arrow keys, Home and End select. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  /** Accessible name of the tab list. */
  label: string
  tabs: Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
}) {
  const base = useId()
  const row = useRef<HTMLDivElement>(null)
  const current = tabs.findIndex((tab) => tab.id === value)

  function move(event: KeyboardEvent) {
    const last = tabs.length - 1
    const next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab || next === undefined) return
    event.preventDefault()
    onChange(tab.id)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-5 overflow-x-auto sm:gap-8 border-b"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className="-mb-px min-h-12 border-b-2 border-transparent font-semibold whitespace-nowrap text-muted transition-colors -outline-offset-2 hover:text-fg aria-selected:border-signal aria-selected:text-fg"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must still be reachable.
        tabIndex={0}
        className="pt-8"
      >
        {tabs[current]?.content}
      </div>
    </div>
  )
}
