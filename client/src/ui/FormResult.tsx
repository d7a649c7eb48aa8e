import { type ReactNode, useEffect, useRef } from 'react'

/** Replaces a form after it was sent, and takes the focus: a heading, an explanation and links. */
export function FormResult({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-6">
      <h2 ref={heading} tabIndex={-1} className="wrap-anywhere">
        {title}
      </h2>
      <div className="grid max-w-prose gap-4 text-muted wrap-anywhere">{children}</div>
      {action && <div className="mt-2 flex flex-wrap gap-3">{action}</div>}
    </div>
  )
}
