import * as z from 'zod/mini'
import { confirmedPassword, newPassword, passwordsMatch, requiredEmail, requiredText } from '~/lib/forms'

/** The form of /forgot-password. */
export const forgotSchema = z.object({ email: requiredEmail })

/** A new password set by a link, with the rule of registration. */
export const resetSchema = z
  .object({ newPassword, confirmPassword: confirmedPassword })
  .check(passwordsMatch('newPassword'))

/** A new password, confirmed with the current one. */
export const changeSchema = z
  .object({
    currentPassword: z.string().check(z.minLength(1, 'Current password is required')),
    newPassword,
    confirmPassword: confirmedPassword,
  })
  .check(passwordsMatch('newPassword'))

/** Name and address of an account. */
export const profileSchema = z.object({ name: requiredText('Name', 100), email: requiredEmail })

/** Password and code that confirm a change of two-step sign-in. */
export const confirmIdentitySchema = z.object({
  password: z.string().check(z.minLength(1, 'Password is required')),
  code: z.string().check(z.trim(), z.minLength(1, 'Code is required')),
})
