import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from './Icon'

type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true; required?: boolean }

/** Props of every field besides its control's own attributes. */
export type FieldTexts = {
  label: string
  hint?: ReactNode
  /** The message shown under the field; it marks the field as invalid. */
  error?: ReactNode
}

/** Styles of text controls, without their size. */
export const inputStyles =
  'rounded-plate border border-control bg-plate text-fg transition-colors hover:border-muted focus:border-fg aria-invalid:border-error'

/** Styles of a control that fills its field. */
export const controlStyles = `${inputStyles} w-full min-h-12 px-4 text-body disabled:opacity-55`

/** Label, control, hint and error, connected by IDs; `children` receives the control's attributes. */
export function Field({
  label,
  hint,
  error,
  required,
  children,
}: FieldTexts & { required?: boolean; children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className="grid gap-2">
      <div className="label flex justify-between gap-4">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        {!required && <span className="text-faint">optional</span>}
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined, required })}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-faint">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The error message of a field; the control refers to it with `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-2 text-small text-error">
      <Icon name="alert" className="mt-0.5 size-4" />
      <span>{children}</span>
    </p>
  )
}

type Texts<Tag extends 'input' | 'textarea' | 'select'> = FieldTexts &
  Omit<ComponentProps<Tag>, 'id' | 'className'>

/** A one-line input. Spread react-hook-form's `register(...)` into it. */
export function TextField({ label, hint, error, required, ...rest }: Texts<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(wiring) => <input {...rest} {...wiring} className={controlStyles} />}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({ label, hint, error, required, ...rest }: Texts<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(wiring) => <textarea rows={5} {...rest} {...wiring} className={`${controlStyles} py-3`} />}
    </Field>
  )
}

/** A select; children are `<option>`s. */
export function SelectField({ label, hint, error, required, children, ...rest }: Texts<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(wiring) => (
        <span className="relative">
          <select {...rest} {...wiring} className={`${controlStyles} appearance-none pr-12`}>
            {children}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute top-3.5 right-4 size-5 text-muted"
          />
        </span>
      )}
    </Field>
  )
}

const eyeOff =
  'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.3 7.3A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.2-1M9.9 9.9a3 3 0 0 0 4.2 4.2'

/** A password input with a show/hide toggle. */
export function PasswordField({ label, hint, error, required, ...rest }: Omit<Texts<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(wiring) => (
        <span className="relative">
          <input
            {...rest}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={`${controlStyles} pr-14`}
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 grid w-12 place-items-center text-muted hover:text-fg"
          >
            <Icon name="eye" path={shown ? eyeOff : undefined} />
          </button>
        </span>
      )}
    </Field>
  )
}
