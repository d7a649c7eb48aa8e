import type { ReactNode } from 'react'
import { CheckBox } from '~/ui/CheckBox'
import { useFields } from './useContentForm'

/** Fields of a content form that show while the box at `path` is checked. */
export function OptionalPart({
  path,
  title,
  hint,
  children,
}: {
  path: string
  title: string
  hint?: string
  children: ReactNode
}) {
  const box = useFields().check(path)
  return (
    <fieldset className="min-w-0 border-t pt-4">
      <legend className="sr-only">{title}</legend>
      <CheckBox label={title} hint={hint} {...box} />
      {box.checked && children}
    </fieldset>
  )
}
