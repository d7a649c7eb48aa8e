import { useId } from 'react'
import { Icon } from '~/ui/Icon'
import { useSearchText } from '~/ui/useSearchText'

/** Looks for a text in a list. Typing takes the place of the entry in the history. */
export function SearchBox({
  label,
  value,
  onPause,
}: {
  label: string
  value: string
  onPause: (text: string) => void
}) {
  const id = useId()
  const [text, setText] = useSearchText(value, onPause)
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="label text-muted">
        {label}
      </label>
      <div className="relative">
        <Icon name="search" className="pointer-events-none absolute top-3.5 left-4 size-5 text-faint" />
        <input
          id={id}
          type="search"
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
          className="min-h-12 w-full rounded-plate border border-control bg-plate pr-4 pl-12 text-body transition-colors hover:border-muted focus:border-fg"
        />
      </div>
    </div>
  )
}
