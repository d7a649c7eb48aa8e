import type { FieldPath, FieldValues, Resolver, UseFormSetError } from 'react-hook-form'
import * as z from 'zod/mini'
import { isStrongPassword, passwordRule } from './password'

/** Optional text of at most `limit` characters. */
export function optionalText(label: string, limit: number) {
  return z.string().check(z.trim(), z.maxLength(limit, `${label} must have at most ${limit} characters`))
}

/** Required text. The messages equal the server's, so that most mistakes are reported without a request. */
export function requiredText(label: string, limit: number) {
  return optionalText(label, limit).check(z.minLength(1, `${label} is required`))
}

/** An email address, checked loosely: an at sign, then a dot. */
export const requiredEmail = requiredText('Email', 254).check(
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address'),
)

/** A new password that meets `passwordRule`. */
export const newPassword = z
  .string()
  .check(z.minLength(1, { error: 'Enter a password', abort: true }), z.refine(isStrongPassword, passwordRule))

/** The field `confirmPassword`. */
export const confirmedPassword = z.string().check(z.minLength(1, 'Repeat your password'))

/** Checks that `confirmPassword` equals the field of the new password. */
export function passwordsMatch<Field extends string>(field: Field) {
  return z.refine<Record<Field | 'confirmPassword', string>>(
    (values) => values[field] === values.confirmPassword,
    {
      path: ['confirmPassword'],
      error: 'Passwords do not match',
      // Runs although other fields are invalid, so that all messages appear at once.
      when: () => true,
    },
  )
}

/** Reports numbers and dates that the browser could not parse: their inputs have the value '', like empty ones. */
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
 * Shows the server's userErrors at the form's own fields, and focuses the first of them. Returns the message for the
 * form as a whole, or null if all are shown at fields.
 */
export function showUserErrors<Values extends FieldValues>(
  userErrors: readonly UserError[],
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): string | null {
  const fieldOf = ({ field }: UserError) => fields.find((name) => name === field?.at(-1))
  const onFields = userErrors.filter(fieldOf)
  // In reverse order, so that the first field ends up with the focus.
  for (const refusal of onFields.toReversed()) {
    const name = fieldOf(refusal)
    if (name) setError(name, { message: refusal.message }, { shouldFocus: true })
  }
  return userErrors.find((refusal) => !fieldOf(refusal))?.message ?? null
}

/** Shows a result's userErrors likewise, or else returns its failure. */
export function showFailure<Values extends FieldValues>(
  { errors, failure }: { errors: readonly UserError[]; failure: string },
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): string | null {
  return errors.length > 0 ? showUserErrors(errors, fields, setError) : failure
}
