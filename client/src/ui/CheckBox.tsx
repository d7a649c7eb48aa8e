import type { ComponentProps, ReactNode } from 'react'

/** A checkbox with its label. */
export function CheckBox({
  label,
  hint,
  className = '',
  ...rest
}: { label?: ReactNode; hint?: ReactNode; className?: string } & Omit<
  ComponentProps<'input'>,
  'id' | 'type'
>) {
  return (
    <label
      className={`flex min-h-11 cursor-pointer items-center gap-3 text-small has-disabled:cursor-not-allowed has-disabled:opacity-55 ${className}`}
    >
      <input {...rest} type="checkbox" className="checkbox" />
      {label && (
        <span>
          {label}
          {hint && <span className="block text-faint">{hint}</span>}
        </span>
      )}
    </label>
  )
}
