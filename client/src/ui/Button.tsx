import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from './Link'
import { Spinner } from './Spinner'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm'

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-12 px-6 text-body',
  sm: 'min-h-11 px-4 text-small',
}
const variants: Record<ButtonVariant, string> = {
  primary:
    'border-signal bg-signal text-ink enabled:hover:bg-fg enabled:hover:border-fg [a&]:hover:bg-fg [a&]:hover:border-fg',
  secondary: 'border-control text-fg hover:border-fg hover:bg-raised',
  ghost: 'border-transparent text-muted hover:bg-raised hover:text-fg',
  danger: 'border-error/60 text-error hover:border-error hover:bg-error hover:text-ink',
}

export type ButtonStyle = { variant?: ButtonVariant; size?: ButtonSize }

/** Class names of buttons and of links that look like one. */
export function buttonStyles({ variant = 'secondary', size = 'md' }: ButtonStyle, className = '') {
  return `button ${sizes[size]} ${variants[variant]} ${className}`
}

/** A button. While `loading` it is disabled and shows `loadingText` ('Signing in...'). */
export function Button({
  variant,
  size,
  loading = false,
  loadingText,
  className,
  children,
  disabled,
  ...rest
}: ComponentProps<'button'> & ButtonStyle & { loading?: boolean; loadingText?: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      data-danger={variant === 'danger' || undefined}
      className={buttonStyles({ variant, size }, className)}
    >
      {loading && <Spinner className="size-4" label="" />}
      {loading && loadingText ? loadingText : children}
    </button>
  )
}

/** A link of this site that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonStyle) {
  return <Link {...rest} className={buttonStyles({ variant, size }, className)} />
}

/** A square 44 px button with an icon; `label` names it. */
export function IconButton({
  label,
  className = '',
  children,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-grid size-11 place-items-center rounded-plate text-muted transition-colors hover:bg-raised hover:text-fg disabled:cursor-not-allowed disabled:opacity-40 ${className}`}
    >
      {children}
    </button>
  )
}
