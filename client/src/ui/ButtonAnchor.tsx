import type { ComponentProps } from 'react'
import { buttonLook, type Look } from './Button'

/** A link to a mail program, a file or another site that looks like a button. */
export function ButtonAnchor({ variant, size, className, ...rest }: ComponentProps<'a'> & Look) {
  return <a {...rest} className={buttonLook({ variant, size }, className)} />
}
