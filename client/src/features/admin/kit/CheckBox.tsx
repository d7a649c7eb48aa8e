import type { ComponentProps } from 'react'

/** A choice of yes or no, with what it means beside it. */
export function CheckBox({
  label,
  hint,
  ...rest
}: { label: string; hint?: string } & Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-small">
      <input {...rest} type="checkbox" className="size-5 shrink-0 accent-signal" />
      <span>
        {label}
        {hint && <span className="block text-faint">{hint}</span>}
      </span>
    </label>
  )
}
