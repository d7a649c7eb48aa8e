import type { ComponentProps } from 'react'
import { type ButtonStyle, buttonStyles } from './Button'

/** A link to a mail program, a file or another site that looks like a button. */
export function ButtonAnchor({ variant, size, className, ...rest }: ComponentProps<'a'> & ButtonStyle) {
  return <a {...rest} className={buttonStyles({ variant, size }, className)} />
}
