import { Link } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Money } from '~/ui/Money'
import type { SuggestionsQuery } from './Suggestions.gen'

/** One suggestion. The field keeps the focus, so this only looks and reads as chosen. */
export function Suggestion({
  id,
  product: { id: number, name, model, category, price },
  text,
  active,
  onPoint,
  onClick,
}: {
  id: string
  product: SuggestionsQuery['products']['nodes'][number]
  text: string
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
      to={paths.product(number)}
      onPointerMove={onPoint}
      onClick={onClick}
      className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 border-t px-2 py-3 aria-selected:bg-raised aria-selected:[box-shadow:inset_2px_0_var(--color-signal)]"
    >
      <span className="font-semibold">
        <Marked name={name} text={text} />
      </span>
      {price && <Money value={price} className="text-label" />}
      <span className="label col-span-2 text-faint">{[model, category].filter(Boolean).join(' / ')}</span>
    </Link>
  )
}

/** The name with the part that was searched for. A description or a tag may have matched instead. */
function Marked({ name, text }: { name: string; text: string }) {
  const start = name.toLowerCase().indexOf(text.toLowerCase())
  if (start < 0) return name
  const end = start + text.length
  return (
    <>
      {name.slice(0, start)}
      <mark className="bg-transparent text-signal">{name.slice(start, end)}</mark>
      {name.slice(end)}
    </>
  )
}
