import { type ReactNode, useEffect, useRef, useState } from 'react'

const cardDelay = 80

/**
 * Animates its content when its top passes 80% of the window's height: `scale` in 1 s, `card` in 0.5 s with a delay by
 * its `index`. Content in view at once, or with reduced motion, is not animated.
 */
export function Reveal({
  as: Tag = 'div',
  kind,
  index = 0,
  className = '',
  children,
}: {
  as?: 'div' | 'li'
  kind: 'scale' | 'card'
  index?: number
  className?: string
  children: ReactNode
}) {
  const element = useRef<HTMLElement>(null)
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!element.current) return
    element.current.style.setProperty('--reveal-delay', `${kind === 'card' ? index * cardDelay : 0}ms`)
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const { top, height } = entry.boundingClientRect
        // Content far below may not have been laid out yet (`content-visibility`).
        const below = !entry.isIntersecting && (top >= window.innerHeight || height === 0)
        setWaiting(below)
        if (!below) observer.disconnect()
      },
      { rootMargin: '0px 0px -20% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [kind, index])
  return (
    <Tag
      ref={element as never}
      data-reveal={kind}
      data-waiting={waiting || undefined}
      className={`reveal ${className}`}
    >
      {children}
    </Tag>
  )
}
