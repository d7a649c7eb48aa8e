import { useQuery } from '@apollo/client/react'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { connectionStore } from '~/lib/connection'
import { counted } from '~/lib/counted'
import { paths } from '~/lib/paths'
import { Dialog } from '~/ui/Dialog'
import { Icon } from '~/ui/Icon'
import { Spinner } from '~/ui/Spinner'
import { Suggestion } from './Suggestion'
import { SuggestionsDocument, type SuggestionsQuery } from './Suggestions.gen'

const pause = 200
const shortest = 2

/**
 * The search over the page: suggestions while typing, Enter leads to the catalogue. `elsewhere`
 * is offered where there is nothing to suggest.
 */
export function SearchOverlay({
  open,
  onClose,
  typed,
  elsewhere,
}: {
  open: boolean
  onClose: () => void
  /** What the field begins with. */
  typed: string
  elsewhere: ReactNode
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Search products" titleHidden place="top">
      <Search onClose={onClose} typed={typed} elsewhere={elsewhere} />
    </Dialog>
  )
}

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function useSuggestions(text: string) {
  const wanted = useSettled(text.trim())
  const asking = wanted.length >= shortest
  const { data, previousData, loading, error } = useQuery(SuggestionsDocument, {
    variables: { text: wanted },
    skip: !asking,
  })
  return { wanted, loading, error, found: asking ? (data ?? previousData)?.products : undefined }
}

function Search({ onClose, typed, elsewhere }: { onClose: () => void; typed: string; elsewhere: ReactNode }) {
  const [text, setText] = useState(typed)
  const { wanted, loading, error, found } = useSuggestions(text)
  /** The id of the suggestion that is marked. By its place it would be another one as soon as others come. */
  const [marked, setMarked] = useState<string | null>(null)
  const connection = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  const navigate = useNavigate()
  const id = useId()
  const options = found?.nodes ?? []
  const active = options.findIndex((product) => product.id === marked)
  const idOf = (index: number) => `${id}-${index}`

  function submit(event: FormEvent) {
    event.preventDefault()
    const chosen = options[active]
    onClose()
    if (chosen) navigate(paths.product(chosen.id))
    else navigate(text.trim() ? paths.search(text.trim()) : paths.products)
  }

  /** Up and down walk through the suggestions and the field itself, round and round. */
  function walk(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || options.length === 0) return
    event.preventDefault()
    const stops = options.length + 1
    const next = ((active + 1 + step + stops) % stops) - 1
    setMarked(options[next]?.id ?? null)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <search>
      <form onSubmit={submit}>
        <div className="flex items-center gap-3 border-b border-control pb-2 focus-within:border-signal">
          <Icon name="search" className="size-6 text-faint" />
          <input
            role="combobox"
            aria-label="Search products"
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={id}
            aria-activedescendant={options[active] && idOf(active)}
            placeholder="Arm, gripper, navigation"
            autoComplete="off"
            spellCheck={false}
            inputMode="search"
            enterKeyHint="search"
            ref={wantsFocus}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setMarked(null)
            }}
            onKeyDown={walk}
            className="min-h-12 min-w-0 flex-1 bg-transparent text-lead outline-none"
          />
          {loading && <Spinner label="" />}
        </div>
        <div className="mt-4 flex justify-between gap-6">
          <p role="status" className="label text-faint">
            {describe({ connection, failed: Boolean(error), found, wanted })}
          </p>
          {options.length > 0 && (
            <p className="label text-faint max-sm:hidden" aria-hidden="true">
              ↑ ↓ choose / Enter opens
            </p>
          )}
        </div>
        <div role="listbox" id={id} aria-label="Suggestions" className="mt-2">
          {options.map((product, index) => (
            <Suggestion
              key={product.id}
              id={idOf(index)}
              product={product}
              text={found?.corrected ?? wanted}
              active={index === active}
              onPoint={() => setMarked(product.id)}
              onClick={onClose}
            />
          ))}
        </div>
        {found && found.totalCount > options.length && (
          <Link
            to={paths.search(wanted)}
            onClick={onClose}
            className="flex min-h-12 items-center justify-between border-t px-2 text-small text-muted hover:bg-raised hover:text-fg"
          >
            All {counted(found.totalCount, 'product')}
            <Icon name="arrow" className="size-4" />
          </Link>
        )}
        {options.length === 0 && <div className="mt-4 border-t pt-4">{elsewhere}</div>}
      </form>
    </search>
  )
}

/** Tells the dialog where the focus belongs when it opens; React's own `autoFocus` comes before that. */
function wantsFocus(input: HTMLInputElement | null) {
  input?.setAttribute('autofocus', '')
  input?.setSelectionRange(input.value.length, input.value.length)
}

/** What there is to say about the suggestions, in one line that screen readers hear as well. */
function describe(search: {
  connection: string
  failed: boolean
  found: SuggestionsQuery['products'] | undefined
  wanted: string
}): string {
  if (search.connection !== 'online') return "You're offline. Suggestions return when you reconnect."
  if (search.failed) return 'Suggestions are unavailable. Press Enter to search.'
  if (!search.found) return 'Search by name, use or tag'
  const { totalCount, corrected } = search.found
  if (totalCount === 0) return `No product matches “${search.wanted}”.`
  return `${counted(totalCount, 'product')}${corrected ? ` for “${corrected}”` : ''}`
}
