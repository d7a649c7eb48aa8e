import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Calls `save` with the form's values after each change by the user. */
export function useFormDraft<Values extends FieldValues>(
  subscribe: UseFormReturn<Values>['subscribe'],
  save: (values: Values) => void,
): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, type }) => {
          if (type === 'change') save(values)
        },
      }),
    [subscribe, save],
  )
}

/** Fills empty fields with the signed-in user's name and email. */
export function usePrefill(
  {
    getValues,
    setValue,
  }: {
    getValues: (field: 'name' | 'email') => string
    setValue: (field: 'name' | 'email', value: string) => void
  },
  person: { name: string; email: string } | null,
): void {
  useEffect(() => {
    if (!person) return
    for (const field of ['name', 'email'] as const) if (!getValues(field)) setValue(field, person[field])
  }, [person, getValues, setValue])
}
