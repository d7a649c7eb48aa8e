import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { connectionStore } from '~/lib/connection'
import { countLabel } from '~/lib/countLabel'
import { paths } from '~/lib/paths'
import { Dialog } from '~/ui/Dialog'
import { Icon } from '~/ui/Icon'
import { Skeleton } from '~/ui/Skeleton'
import { Spinner } from '~/ui/Spinner'
import { Suggestion } from './Suggestion'
import { useSuggestions } from './useSuggestions'

/** How long Enter waits for the suggestions that decide where it leads. */
const enterTimeoutMs = 1000

/**
 * The search dialog: suggestions while typing; Enter opens the catalogue, or the first suggestion if no product
 * matches. `fallbackLinks` are shown if there are no suggestions.
 */
export function SearchOverlay({
  open,
  onClose,
  typed,
  fallbackLinks,
}: {
  open: boolean
  onClose: () => void
  /** The field's initial text. */
  typed: string
  fallbackLinks: ReactNode
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Search" titleHidden place="top">
      <Search onClose={onClose} typed={typed} elsewhere={fallbackLinks} />
    </Dialog>
  )
}

function Search({ onClose, typed, elsewhere }: { onClose: () => void; typed: string; elsewhere: ReactNode }) {
  const [text, setText] = useState(typed)
  const search = useSuggestions(text)
  /**
   * The address of the active suggestion, null for the field itself. An index would select another suggestion when new
   * ones load.
   */
  const [marked, setMarked] = useState<string | null>()
  /** Whether Enter was pressed before the suggestions for the text had loaded. */
  const [hurry, setHurry] = useState(false)
  const connection = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  const navigate = useNavigate()
  const id = useId()
  const options = search.groups.flatMap(({ options }) => options)
  const noProduct = search.isOrder || (search.loaded && !search.pending && search.counts.products === 0)
  const active = marked === undefined && noProduct ? 0 : options.findIndex(({ to }) => to === marked)
  const idOf = (index: number) => `${id}-${index}`

  function go() {
    const words = text.trim()
    onClose()
    navigate(options[active]?.to ?? (words ? paths.search(words) : paths.products))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the target is decided once the suggestions have loaded.
  useEffect(() => {
    if (!hurry) return
    const timer = setTimeout(go, search.pending ? enterTimeoutMs : 0)
    return () => clearTimeout(timer)
  }, [hurry, search.pending])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (search.pending && marked === undefined) setHurry(true)
    else go()
  }

  /** Up and down cycle through the suggestions and the field itself. */
  function walk(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || options.length === 0) return
    event.preventDefault()
    const stops = options.length + 1
    const next = ((active + 1 + step + stops) % stops) - 1
    setMarked(options[next]?.to ?? null)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }

  let index = 0
  return (
    <search>
      <form onSubmit={submit}>
        <div className="flex items-center gap-3 border-b border-control pb-2 focus-within:border-signal">
          <Icon name="search" className="size-6 text-faint" />
          <input
            role="combobox"
            aria-label="Search"
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={id}
            aria-activedescendant={options[active] && idOf(active)}
            placeholder="Product, question or page"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            inputMode="search"
            enterKeyHint="search"
            ref={wantsFocus}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setMarked(undefined)
              setHurry(false)
            }}
            onKeyDown={walk}
            className="min-h-12 min-w-0 flex-1 bg-transparent text-lead outline-none"
          />
          {search.loading && <Spinner label="" />}
        </div>
        <div className="mt-4 flex justify-between gap-6">
          <p role="status" className="label text-faint">
            {describe(search, connection)}
          </p>
          {options.length > 0 && (
            <p className="label text-faint max-sm:hidden pointer-coarse:hidden" aria-hidden="true">
              ↑ ↓ choose / Enter opens
            </p>
          )}
        </div>
        {search.loading && !search.loaded && (
          <div className="mt-4">
            {[1, 2, 3].map((row) => (
              <div key={row} className="flex h-18 items-center gap-4 border-t px-2">
                <Skeleton className="h-12 w-16" />
                <Skeleton className="h-5 w-1/2" />
              </div>
            ))}
          </div>
        )}
        {search.nothing && (search.loaded || !search.loading) && (
          <div className="mt-4 border-t pt-4">{elsewhere}</div>
        )}
        <div
          role="listbox"
          id={id}
          aria-label="Suggestions"
          aria-busy={search.loading}
          className="mt-4 max-h-[calc(100dvh-12rem)] overflow-y-auto sm:max-h-[calc(100dvh-16rem)]"
        >
          {search.groups.map(({ title, options }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
            <div key={title} role="group" aria-label={title} className="not-first:mt-4">
              <p aria-hidden="true" className="label px-2 pb-2 text-muted">
                {title}
              </p>
              {options.map(({ to, line }) => {
                const place = index++
                return (
                  <Suggestion
                    key={to}
                    id={idOf(place)}
                    to={to}
                    active={place === active}
                    onPoint={() => setMarked(to)}
                    onClick={onClose}
                  >
                    {line}
                  </Suggestion>
                )
              })}
            </div>
          ))}
        </div>
      </form>
    </search>
  )
}

/** Marks the field for the dialog's initial focus; React's `autoFocus` would run before the dialog opens. */
function wantsFocus(input: HTMLInputElement | null) {
  input?.setAttribute('autofocus', '')
  input?.setSelectionRange(input.value.length, input.value.length)
}

/** The state of the suggestions in one line, also for screen readers. */
function describe(search: ReturnType<typeof useSuggestions>, connection: string): string {
  const { asking, loaded, loading, failed, wanted, corrected } = search
  if (connection !== 'online') return "You're offline. Suggestions return when you reconnect."
  if (failed) return 'Suggestions are unavailable. Press Enter to search.'
  if (!asking) return 'Type two letters or more'
  if (!loaded) return loading ? 'Searching' : ''
  if (search.nothing) return `No results for “${wanted}”.`
  const { products, questions, pages } = search.counts
  return [
    search.isOrder && '1 order',
    products > 0 && `${countLabel(products, 'product')}${corrected ? ` for “${corrected}”` : ''}`,
    questions > 0 && countLabel(questions, 'question'),
    pages > 0 && countLabel(pages, 'page'),
  ]
    .filter(Boolean)
    .join(', ')
}
