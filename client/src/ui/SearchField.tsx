import { useId } from 'react'
import { controlStyles } from './Field'
import { Icon } from './Icon'
import { useDebouncedSearch } from './useDebouncedSearch'

/** A search field of a list whose text is kept in the address. */
export function SearchField({
  label,
  value,
  onPause,
}: {
  label: string
  value: string
  onPause: (text: string) => void
}) {
  const id = useId()
  const [text, setText] = useDebouncedSearch(value, onPause)
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="label text-muted">
        {label}
      </label>
      <div className="relative">
        <Icon
          name="search"
          className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-faint"
        />
        <input
          id={id}
          type="search"
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
          className={`${controlStyles} pl-12`}
        />
      </div>
    </div>
  )
}
