import { useQuery } from '@apollo/client/react'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Dialog } from '~/ui/Dialog'
import { Icon } from '~/ui/Icon'
import { Money } from '~/ui/Money'
import { Spinner } from '~/ui/Spinner'
import { SuggestionsDocument } from './Suggestions.gen'

const pause = 200
const shortest = 2

/** The search over the page: suggestions while typing, Enter leads to the catalogue (decisions: catalogue). */
export function SearchOverlay({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Search products" titleHidden place="top">
      <Search onClose={onClose} />
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

/** Arrow keys walk through the field and the suggestions. */
function walk(event: KeyboardEvent<HTMLFormElement>) {
  const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!direction) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const next = stops.indexOf(document.activeElement as HTMLElement) + direction
  stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus()
}

function Search({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim())
  const asking = wanted.length >= shortest
  const { data, previousData, loading, error } = useQuery(SuggestionsDocument, {
    variables: { text: wanted },
    skip: !asking,
  })
  const found = asking ? (data ?? previousData)?.products : undefined
  const navigate = useNavigate()

  function submit(event: FormEvent) {
    event.preventDefault()
    onClose()
    navigate(text.trim() ? paths.search(text.trim()) : paths.products)
  }

  return (
    <search>
      <form onSubmit={submit} onKeyDown={walk}>
        <div className="flex items-center gap-3 border-b border-control pb-2 focus-within:border-signal">
          <Icon name="search" className="size-6 text-faint" />
          <input
            type="search"
            aria-label="Search products"
            placeholder="Arm, gripper, navigation"
            autoComplete="off"
            enterKeyHint="search"
            // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here.
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="min-h-12 min-w-0 flex-1 bg-transparent text-lead outline-none [&::-webkit-search-cancel-button]:hidden"
          />
          {loading && <Spinner label="" />}
        </div>
        <p role="status" className="label mt-4 text-faint">
          {error
            ? 'Suggestions are not available; press Enter to search.'
            : found
              ? `${found.totalCount} ${found.totalCount === 1 ? 'product' : 'products'}`
              : 'Name, what it does, or a tag'}
        </p>
        {found && found.nodes.length > 0 && (
          <ul className="mt-2">
            {found.nodes.map(({ id, name, model, category, price }) => (
              <li key={id} className="border-t">
                <Link
                  to={paths.product(id)}
                  onClick={onClose}
                  className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 px-2 py-3 hover:bg-raised"
                >
                  <span className="font-semibold">{name}</span>
                  {price && <Money value={price} className="text-label" />}
                  <span className="label col-span-2 text-faint">
                    {[model, category].filter(Boolean).join(' / ')}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </form>
    </search>
  )
}
