import * as z from 'zod/mini'
import { confirmedPassword, newPassword, passwordsMatch } from '~/lib/forms'

/** Shown above the button if anything is missing; the fields have their own messages. */
export const incomplete = 'Please fill in all fields'

const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Enter your email address', abort: true }),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address'),
  )

export const loginSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, 'Enter your password')),
})

/** The second step of signing in. */
export const codeSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter your code')),
})

export const registerSchema = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, 'Enter your name')),
    email,
    password: newPassword,
    confirmPassword: confirmedPassword,
  })
  .check(passwordsMatch('password'))

/** Whether a form was submitted with required fields left empty. */
export function isIncomplete(values: Record<string, string>): boolean {
  return Object.values(values).some((value) => value.trim() === '')
}
