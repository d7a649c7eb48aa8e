import { createContext, useContext, useEffect, useState } from 'react'

type Values = { [name: string]: unknown }
type Refused = { field: readonly string[] | null; message: string }

/** The value at a path such as `specs.0.title`. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce((at, name) => (at as Values | undefined)?.[name], values)
}

/** A copy of the values with another value at a path. Objects off the path are shared. */
export function withValueAt<T>(values: T, path: string, value: unknown): T {
  const [name = '', ...rest] = path.split('.')
  const inner = rest.length > 0 ? withValueAt((values as Values)[name], rest.join('.'), value) : value
  if (Array.isArray(values)) return values.with(Number(name), inner) as T
  return { ...values, [name]: inner }
}

/** The stored values, except for fields that have changed since they were `sent`. */
export function unlessChanged<T extends object>(values: T, sent: T, stored: T): T {
  const later = Object.entries(values).filter(([name, value]) => value !== sent[name as keyof T])
  return { ...stored, ...Object.fromEntries(later) }
}

/** The names of the fields in which two contents differ. */
export const changedFields = <T extends object>(values: T, saved: T) =>
  (Object.keys(values) as (keyof T & string)[]).filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(saved[name]),
  )

/**
 * A form with many fields, such as a product's content. Fields are named by their path. Only the server validates the
 * values; its errors are shown at their fields until these change.
 */
export function useContentForm<T extends object>(saved: T) {
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
    reset: (next: T) => {
      setValues(next)
      setErrors({})
    },
    /** Changes the value at a path, and clears the errors there and below. */
    set: (path: string, value: unknown) => {
      setValues((before) => withValueAt(before, path, value))
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([at]) => !`${at}.`.startsWith(`${path}.`))),
      )
    },
    /** Accepts the stored values, except for fields that have changed since they were `sent`. */
    accept: (sent: T, stored: T) => setValues((before) => unlessChanged(before, sent, stored)),
    /** Shows a server's errors at the fields that `fieldOf` finds for them, and focuses the first one. */
    fail: (refused: readonly Refused[], fieldOf = (path: Refused['field']) => path?.join('.')) => {
      const failed = refused.flatMap(({ field, message }) => {
        const path = fieldOf(field)
        return path ? [[path, message] as const] : []
      })
      setErrors(Object.fromEntries(failed.toReversed()))
      const [first] = failed
      if (first) setFocused({ path: first[0] })
    },
    /** Shows errors by path in addition to current ones. */
    mark: (found: readonly (readonly [path: string, message: string])[]) =>
      setErrors((before) => ({ ...before, ...Object.fromEntries(found) })),
    /** Focuses a field once it has rendered. */
    focus: (path: string) => setFocused({ path }),
  }
}

export const ContentForm = createContext<unknown>(null)

/**
 * The form around a field, with values of type `T`. `text` and `check` return the properties of the control at a path.
 */
export function useFields<T extends object>() {
  const form = useContext(ContentForm) as ReturnType<typeof useContentForm<T>> | null
  if (!form) throw new Error('a field is used outside of the content form')
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
