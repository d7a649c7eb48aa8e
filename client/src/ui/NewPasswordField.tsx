import type { ComponentProps } from 'react'
import { PasswordField } from './Field'
import { PasswordMeter } from './PasswordMeter'

/** A new password with its rule as a hint and the strength of what is typed. */
export function NewPasswordField({
  typed,
  ...field
}: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'required' | 'autoComplete'> & {
  /** What the field holds now. */
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
