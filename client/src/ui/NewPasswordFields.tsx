import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { PasswordField } from './Field'
import { PasswordMeter } from './PasswordMeter'

/** A new password with its rule as a hint and a strength meter, and the field `confirmPassword` that repeats it. */
export function NewPasswordFields<Values extends FieldValues & { confirmPassword: string }>({
  label,
  name,
  form: { register, control, getFieldState, formState },
}: {
  label: string
  name: FieldPath<Values>
  form: UseFormReturn<Values>
}) {
  const confirm = 'confirmPassword' as FieldPath<Values>
  const error = getFieldState(name, formState).error?.message
  return (
    <>
      <div className="grid gap-3">
        <PasswordField
          label={label}
          autoComplete="new-password"
          required
          // The error states the same rule.
          hint={
            error
              ? undefined
              : 'At least 8 characters with a number, uppercase, lowercase, and special character (!@#$%^&*).'
          }
          error={error}
          {...register(name, { deps: confirm })}
        />
        <PasswordMeter password={useWatch({ control, name })} />
      </div>
      <PasswordField
        label={`Confirm ${label}`}
        autoComplete="new-password"
        required
        error={getFieldState(confirm, formState).error?.message}
        {...register(confirm)}
      />
    </>
  )
}
