import type { ReactNode } from 'react'
import { AvailabilityStatus } from '~/ui/Availability'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { Picture } from '~/ui/Picture'
import type { SuggestionsQuery } from './Suggestions.gen'

/** One option of the search. The field keeps the focus, so this only has the look and ARIA state of a selection. */
export function Suggestion({
  id,
  to,
  active,
  onPoint,
  onClick,
  children,
}: {
  id: string
  to: string
  active: boolean
  onPoint: () => void
  onClick: () => void
  children: ReactNode
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
      className="block border-t px-2 aria-selected:bg-raised aria-selected:[box-shadow:inset_2px_0_var(--color-signal)]"
    >
      {children}
    </Link>
  )
}

/** A product with its key facts. */
export function ProductLine({
  product: { name, model, category, price, image, ...availability },
  text,
}: {
  product: SuggestionsQuery['products']['nodes'][number]
  text: string
}) {
  return (
    <span className="grid min-h-18 grid-cols-[4rem_1fr] items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[4rem_1fr_auto]">
      <span className="grid h-12 w-16 bg-ground max-sm:row-span-2">
        <Picture
          media={image && { ...image, alt: '' }}
          sizes="4rem"
          className="size-full min-h-0 min-w-0 object-contain"
        />
      </span>
      <span className="min-w-0 max-sm:self-end">
        <span className="block font-semibold">
          <Marked name={name} text={text} />
        </span>
        <span className="label block truncate text-faint max-sm:hidden">
          {[model, category].filter(Boolean).join(' / ')}
        </span>
      </span>
      <span className="flex flex-wrap items-baseline gap-x-4 max-sm:self-start sm:grid sm:justify-items-end sm:gap-y-1">
        {price && <Money value={price} className="text-label" />}
        <AvailabilityStatus of={{ ...availability, expectedDelivery: null }} />
      </span>
    </span>
  )
}

/** An option that consists of text only. */
export function TextLine({ text, wanted }: { text: string; wanted?: string }) {
  return (
    <span className="flex min-h-11 items-center justify-between gap-4 py-2 text-small">
      <span>{wanted ? <Marked name={text} text={wanted} /> : text}</span>
      <Icon name="arrow" className="size-4 text-faint" />
    </span>
  )
}

/** The name with the matching part marked, if it matched; a description or a tag may have matched instead. */
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
