import type { ReactNode } from 'react'
import { EntryButtons } from '~/features/admin/kit/EntryButtons'
import { useFields } from '~/features/admin/kit/useContentForm'
import { moveItem } from '~/lib/moveItem'
import { Button } from '~/ui/Button'
import { FieldError, TextField } from '~/ui/Field'
import { Icon } from '~/ui/Icon'

const most = 60

/** Entries with a title that can be added, moved and removed; `children` are the fields of the entry at a path. */
export function Groups({
  path,
  one,
  blank,
  children,
}: {
  path: string
  /** The name of an entry, such as `group`. */
  one: string
  /** A new entry. */
  blank: { title: string } & Record<string, unknown>
  children: (path: string, index: number) => ReactNode
}) {
  const { list, text, set, focus, errors } = useFields()
  const entries = list(path)
  return (
    <div>
      <ol className="grid gap-8">
        {entries.map((_, index) => {
          const at = `${path}.${index}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their index.
            <li key={index} className="grid grid-cols-1 gap-4 border-l-2 pl-5">
              <div className="flex items-end gap-1">
                <div className="min-w-0 flex-1">
                  <TextField label={`Title of ${one} ${index + 1}`} required {...text(`${at}.title`)} />
                </div>
                <EntryButtons
                  name={`${one} ${index + 1}`}
                  index={index}
                  count={entries.length}
                  onMove={(to) => set(path, moveItem(entries, index, to))}
                  onRemove={() => set(path, entries.toSpliced(index, 1))}
                />
              </div>
              {children(at, index)}
            </li>
          )
        })}
      </ol>
      {errors[path] && <FieldError id={`${path}-list`}>{errors[path]}</FieldError>}
      <Button
        size="sm"
        className={entries.length > 0 ? 'mt-6' : ''}
        disabled={entries.length >= most}
        onClick={() => {
          set(path, [...entries, blank])
          focus(`${path}.${entries.length}.title`)
        }}
      >
        <Icon name="plus" className="size-4" />
        Add {one}
      </Button>
    </div>
  )
}
