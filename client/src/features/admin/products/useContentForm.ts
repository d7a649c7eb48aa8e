import { createContext, useContext, useEffect, useState } from 'react'
import type { ContentValues } from './contentForm'

type Values = { [name: string]: unknown }

/** What stands at a path such as `specs.0.title`. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce((at, name) => (at as Values | undefined)?.[name], values)
}

/** The same values with another one at a path; what is beside it stays the same object. */
export function withValueAt<T>(values: T, path: string, value: unknown): T {
  const [name = '', ...rest] = path.split('.')
  const inner = rest.length > 0 ? withValueAt((values as Values)[name], rest.join('.'), value) : value
  if (Array.isArray(values)) return values.with(Number(name), inner) as T
  return { ...values, [name]: inner }
}

/** The names of the fields in which two contents differ. */
export const changedFields = (values: ContentValues, saved: ContentValues) =>
  (Object.keys(values) as (keyof ContentValues)[]).filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(saved[name]),
  )

/**
 * The form of a product's content. Fields are named by their path. What stands in it is checked by the server alone, whose errors
 * stay beside a field until that changes.
 */
export function useContentForm(saved: ContentValues) {
  const [values, setValues] = useState(saved)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [focused, setFocused] = useState<{ path: string }>()
  useEffect(() => {
    if (focused) document.querySelector<HTMLElement>(`[name="${focused.path}"]`)?.focus()
  }, [focused])

  return {
    values,
    errors,
    changed: changedFields(values, saved),
    /** Replaces all values. */
    reset: (next: ContentValues) => {
      setValues(next)
      setErrors({})
    },
    /** Changes what stands at a path. Errors there and below it are gone, and with a list those of its rows. */
    set: (path: string, value: unknown) => {
      setValues((before) => withValueAt(before, path, value))
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([at]) => !at.startsWith(path))))
    },
    /** Shows errors by path, and goes to the first one. */
    fail: (failed: readonly (readonly [path: string, message: string])[]) => {
      setErrors(Object.fromEntries(failed.toReversed()))
      const [first] = failed
      if (first) setFocused({ path: first[0] })
    },
    /** Focuses a field once it is there. */
    focus: (path: string) => setFocused({ path }),
  }
}

export const ContentForm = createContext<ReturnType<typeof useContentForm> | null>(null)

/** The form that a field stands in. `text` and `check` are the properties of the control at a path. */
export function useFields() {
  const form = useContext(ContentForm)
  if (!form) throw new Error('a field of the content form stands outside of it')
  const { values, errors, set } = form
  return {
    ...form,
    list: (path: string) => (valueAt(values, path) ?? []) as readonly Record<string, unknown>[],
    text: (path: string) => ({
      name: path,
      value: String(valueAt(values, path) ?? ''),
      error: errors[path],
      onChange: ({ target }: { target: { value: string } }) => set(path, target.value),
    }),
    check: (path: string) => ({
      name: path,
      checked: valueAt(values, path) === true,
      onChange: ({ target }: { target: { checked: boolean } }) => set(path, target.checked),
    }),
  }
}

/** A list with one entry elsewhere. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.toSpliced(from, 1)
  return to >= 0 && to < list.length ? rest.toSpliced(to, 0, list[from] as Entry) : [...list]
}
