import type { FieldPath, FieldValues, Resolver, UseFormSetError } from 'react-hook-form'
import * as z from 'zod/mini'
import { isStrongPassword, passwordRule } from './password'

/** Text that may be left out, at most `limit` characters. */
export function optionalText(label: string, limit: number) {
  return z.string().check(z.trim(), z.maxLength(limit, `${label} must have at most ${limit} characters`))
}

/** Text that must be given. The sentences are the server's, so that most mistakes are told without asking it. */
export function requiredText(label: string, limit: number) {
  return optionalText(label, limit).check(z.minLength(1, `${label} is required`))
}

/** An email address by a loose rule: something, an at sign, something with a dot in it. */
export const requiredEmail = requiredText('Email', 254).check(
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address'),
)

/** A new password by the rule of `passwordRule`. */
export const newPassword = z
  .string()
  .check(z.minLength(1, { error: 'Enter a password', abort: true }), z.refine(isStrongPassword, passwordRule))

/** The same password once more, in the field `confirmPassword`. */
export const confirmedPassword = z.string().check(z.minLength(1, 'Repeat your password'))

/** Holds `confirmPassword` to the field of the new password. */
export function passwordsMatch<Field extends string>(field: Field) {
  return z.refine<Record<Field | 'confirmPassword', string>>(
    (values) => values[field] === values.confirmPassword,
    {
      path: ['confirmPassword'],
      error: 'Passwords do not match',
      // Also when another field is wrong, so that all messages come at once.
      when: () => true,
    },
  )
}

/**
 * Lets a form's rules see a number or date that the browser could not read: its input has the value '', as if it were empty.
 */
export function withBadInput<Values extends FieldValues>(resolver: Resolver<Values>): Resolver<Values> {
  return (values, context, options) => {
    const unread = Object.entries(options.fields)
      .filter(([, field]) => (field?.ref as HTMLInputElement | undefined)?.validity?.badInput)
      .map(([name]) => [name, 'unreadable'])
    return resolver({ ...values, ...Object.fromEntries(unread) }, context, options)
  }
}

export type UserError = { message: string; field?: string[] | null }

/**
 * Shows what the server refuses: messages of the form's own fields on them, the first one focused. Answers the message
 * for the form as a whole, null when the fields say everything.
 */
export function showUserErrors<Values extends FieldValues>(
  userErrors: readonly UserError[],
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): string | null {
  const fieldOf = ({ field }: UserError) => fields.find((name) => name === field?.at(-1))
  const onFields = userErrors.filter(fieldOf)
  // Backwards, so that the first one has the focus in the end.
  for (const refusal of onFields.toReversed()) {
    const name = fieldOf(refusal)
    if (name) setError(name, { message: refusal.message }, { shouldFocus: true })
  }
  return userErrors.find((refusal) => !fieldOf(refusal))?.message ?? null
}
