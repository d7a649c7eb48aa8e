import { type ClipboardEvent, type KeyboardEvent, useId } from 'react'
import { moveItem } from '~/lib/moveItem'
import { Button } from '~/ui/Button'
import { FieldError, inputStyles } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { EntryButtons } from './EntryButtons'
import { rowsOf } from './rowsOf'
import { useFields } from './useContentForm'

/**
 * A list of rows that can be added, moved and removed, by keyboard with Enter and Alt with the arrows. Cells copied
 * from a spreadsheet become rows.
 */
export function Rows({
  path,
  legend,
  one,
  columns = [{ name: 'text', label: `${one.slice(0, 1).toUpperCase()}${one.slice(1)}` }],
  most = 60,
}: {
  path: string
  legend: string
  /** The name of a row, such as `highlight`. */
  one: string
  columns?: readonly { name: string; label: string }[]
  most?: number
}) {
  const id = useId()
  const { list, text, set, focus, errors } = useFields()
  const rows = list(path)
  const full = rows.length >= most
  const names = columns.map(({ name }) => name)
  const pathOf = (index: number, name = names[0]) => `${path}.${index}.${name}`

  function add(index: number) {
    if (full) return
    set(path, rows.toSpliced(index, 0, Object.fromEntries(names.map((name) => [name, '']))))
    focus(pathOf(index))
  }
  function move(index: number, to: number) {
    set(path, moveItem(rows, index, to))
    if (to >= 0 && to < rows.length) focus(pathOf(to))
  }
  function onKeyDown(event: KeyboardEvent, index: number) {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key]
    if (event.key === 'Enter') {
      event.preventDefault()
      add(index + 1)
    } else if (event.altKey && to !== undefined) {
      event.preventDefault()
      move(index, to)
    }
  }
  function onPaste(event: ClipboardEvent, index: number) {
    const pasted = rowsOf(event.clipboardData.getData('text'), names)
    if (pasted.length === 0) return
    event.preventDefault()
    // An empty row is replaced.
    const isBlank = names.every((name) => rows[index]?.[name] === '')
    set(path, rows.toSpliced(isBlank ? index : index + 1, isBlank ? 1 : 0, ...pasted).slice(0, most))
  }

  return (
    <fieldset className="min-w-0">
      <legend className="label mb-2 flex w-full justify-between text-muted">
        {legend}
        <span className="text-faint">
          {rows.length} of {most}
        </span>
      </legend>
      <ol className="grid gap-1">
        {rows.map((_, index) => {
          const error = names.map((name) => errors[pathOf(index, name)]).find(Boolean)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their index.
            <li key={index}>
              <div className="flex items-start gap-1 max-sm:flex-wrap">
                {columns.map(({ name, label }) => {
                  const { error, ...control } = text(pathOf(index, name))
                  return (
                    <input
                      key={name}
                      {...control}
                      aria-label={`${label} ${index + 1}`}
                      placeholder={label}
                      aria-invalid={error ? true : undefined}
                      aria-describedby={error ? `${id}-${index}` : undefined}
                      className={`${inputStyles} min-h-11 min-w-32 flex-1 px-3 text-small`}
                      onKeyDown={(event) => onKeyDown(event, index)}
                      onPaste={(event) => onPaste(event, index)}
                    />
                  )
                })}
                <EntryButtons
                  name={`${one} ${index + 1}`}
                  index={index}
                  count={rows.length}
                  onMove={(to) => move(index, to)}
                  onRemove={() => set(path, rows.toSpliced(index, 1))}
                />
              </div>
              {error && <FieldError id={`${id}-${index}`}>{error}</FieldError>}
            </li>
          )
        })}
      </ol>
      {errors[path] && <FieldError id={`${id}-list`}>{errors[path]}</FieldError>}
      <Button size="sm" variant="ghost" className="-ml-4" disabled={full} onClick={() => add(rows.length)}>
        <Icon name="plus" className="size-4" />
        Add {one}
      </Button>
    </fieldset>
  )
}
