import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { countLabel } from '~/lib/countLabel'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Skeleton } from '~/ui/Skeleton'
import { Spinner } from '~/ui/Spinner'
import type { Result } from './results'
import { SectionIcon } from './SectionIcon'
import { useAdminSearch } from './useAdminSearch'

/**
 * Finds orders, customers, products, messages and screens; Enter opens the one that is marked, the first at the
 * beginning.
 */
export function Search({
  typed,
  onClose,
}: {
  /** The initial text. */
  typed: string
  onClose: () => void
}) {
  const [text, setText] = useState(typed)
  const { groups, asking, loading, first, failed, retry } = useAdminSearch(text)
  /** The key of the marked result; its index changes when further results arrive. */
  const [marked, setMarked] = useState<string | null>(null)
  /** Enter was pressed before the results for the text arrived. */
  const [hurry, setHurry] = useState(false)
  const navigate = useNavigate()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = groups.flatMap(({ results }) => results)
  const total = groups.reduce((sum, group) => sum + group.total, 0)
  const active = Math.max(
    list.findIndex(({ key }) => key === marked),
    0,
  )
  const idOf = (index: number) => `${id}-${index}`

  function open(result: Result | undefined) {
    if (!result) return
    onClose()
    void navigate(result.to)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the results have come.
  useEffect(() => {
    if (!hurry || loading) return
    setHurry(false)
    if (!failed) open(list[active])
  }, [hurry, loading])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (loading && marked === null) setHurry(true)
    else open(list[active])
  }

  /** Moves the mark with the up and down keys, cyclically. */
  function walk(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || list.length === 0) return
    event.preventDefault()
    const next = (active + step + list.length) % list.length
    setMarked(list[next]?.key ?? null)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }

  let index = 0
  return (
    <search className="-mt-1 block">
      <form onSubmit={submit} className="peer">
        <div className="flex items-center gap-3">
          <Icon name="search" className="size-5 text-faint" />
          <input
            role="combobox"
            aria-label="Search"
            aria-autocomplete="list"
            aria-expanded={list.length > 0}
            aria-controls={id}
            aria-activedescendant={list[active] && idOf(active)}
            placeholder="Order number, name, email, product or screen"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            inputMode="search"
            enterKeyHint="go"
            ref={(input) => {
              field.current = input
              // React's own autoFocus comes before the dialog opens.
              input?.setAttribute('autofocus', '')
            }}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setMarked(null)
              setHurry(false)
            }}
            onKeyDown={walk}
            className="min-h-11 min-w-0 flex-1 bg-transparent text-body outline-none"
          />
          {loading && <Spinner className="size-4" label="" />}
        </div>
      </form>
      <div className="clear-both -mx-3 mt-2 max-h-[min(30rem,calc(100dvh-12rem))] overflow-y-auto border-t border-control pt-1 peer-focus-within:border-signal">
        <div role="listbox" id={id} aria-label="Results" aria-busy={loading}>
          {groups.map(({ title, results }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
            <div key={title} role="group" aria-label={title} className="pb-2">
              <p aria-hidden="true" className="px-3 pt-2 pb-1 text-label font-semibold text-faint">
                {title}
              </p>
              {results.map((result) => {
                const place = index++
                return (
                  <Option
                    key={result.key}
                    id={idOf(place)}
                    result={result}
                    active={place === active}
                    onPoint={() => setMarked(result.key)}
                    onClick={onClose}
                  />
                )
              })}
            </div>
          ))}
        </div>
        {first && [1, 2, 3].map((row) => <Skeleton key={row} className="mx-3 my-2 h-8" />)}
        {failed && (
          <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 text-small">
            <Icon name="alert" className="size-4 text-error" />
            <p className="mr-auto">Search failed.</p>
            <Button
              size="sm"
              onClick={() => {
                retry()
                field.current?.focus()
              }}
            >
              Try again
            </Button>
          </div>
        )}
      </div>
      <div className="-mx-3 mt-2 flex justify-between gap-6 border-t px-3 pt-3 text-label text-faint">
        <p role="status">{describe(text.trim(), total, { asking, loading, first, failed })}</p>
        <p className="max-sm:hidden pointer-coarse:hidden" aria-hidden="true">
          ↑ ↓ move, Enter opens, Esc closes
        </p>
      </div>
    </search>
  )
}

/** The message about the results; none while previous results are shown. */
function describe(
  text: string,
  count: number,
  { asking, loading, first, failed }: { asking: boolean; loading: boolean; first: boolean; failed: boolean },
) {
  if (!asking) return 'Type two letters or more'
  if (first) return 'Searching'
  if (loading || failed) return ''
  return count === 0 ? `No results for “${text}”.` : countLabel(count, 'result')
}

/** A result. The field keeps the focus, so the active result is only styled and announced as selected. */
function Option({
  id,
  result: { to, text, detail, state, icon },
  active,
  onPoint,
  onClick,
}: {
  id: string
  result: Result
  active: boolean
  onPoint: () => void
  onClick: () => void
}) {
  return (
    <Link
      role="option"
      id={id}
      aria-selected={active}
      tabIndex={-1}
      to={to}
      onPointerMove={onPoint}
      onClick={onClick}
      className="flex min-h-9 items-center gap-3 rounded-plate px-3 py-1.5 text-small aria-selected:bg-lifted pointer-coarse:min-h-11"
    >
      <SectionIcon path={icon} className="text-faint" />
      <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-sm:flex-wrap">
        <span className="truncate sm:max-w-2/3 sm:shrink-0">{text}</span>
        {detail && <span className="truncate text-muted">{detail}</span>}
      </span>
      {state && <span className="shrink-0 text-label text-faint">{state}</span>}
    </Link>
  )
}
