import type { ComponentProps } from 'react'
import { PasswordField } from './Field'
import { PasswordMeter } from './PasswordMeter'

/** A new password with its rule as a hint and a strength meter. */
export function NewPasswordField({
  typed,
  ...field
}: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'required' | 'autoComplete'> & {
  /** The field's current value. */
  typed: string
}) {
  return (
    <div className="grid gap-3">
      <PasswordField
        {...field}
        autoComplete="new-password"
        required
        hint="At least 8 characters with a number, uppercase, lowercase, and special character (!@#$%^&*)."
      />
      <PasswordMeter password={typed} />
    </div>
  )
}
