import { type ReactNode, useEffect, useRef } from 'react'
import { iconPaths } from './Icon'

/** A picture as GraphQL returns it (`Media`). */
export type PictureSource = {
  url: string
  alt: string
  width?: number | null
  height?: number | null
  widths?: number[]
}

/** The `view-transition-name` of the picture that moves from a product's card to its page. */
export const viewTransitionClass = '[view-transition-name:machine]'

/** A width that scripts/pictures.mjs makes as AVIF only. */
const forPhones = [720]

/**
 * A picture that reserves its space while it loads. With `widths` there are files `name-<width>` beside it, in AVIF and
 * WebP for our own pictures, which also show a blurred preview first. `eager` is for a page's largest picture; all
 * others load lazily and never before it. Children are sources that take precedence. Without media it is a placeholder
 * drawing.
 */
export function Picture({
  media,
  sizes = '100vw',
  eager = false,
  className = '',
  children,
}: {
  media: PictureSource | null | undefined
  sizes?: string
  eager?: boolean
  className?: string
  children?: ReactNode
}) {
  const { url, alt, width, height, widths = [] } = media ?? { url: '', alt: '' }
  const [, stem, ending] = /^(.*?)(?:-\d+)?\.(\w+)$/.exec(url) ?? []
  const forms = (format = ending, more: number[] = []) =>
    [...more, ...widths].map((form) => `${stem}-${form}.${format} ${form}w`).join(', ')
  const ours = widths.length > 0 && url.startsWith('/images/')
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!picture.current) return
    const { style, complete } = picture.current
    style.background = ours && !complete ? `url(${stem}-16.webp) 50% / contain no-repeat` : ''
  }, [ours, stem])
  if (!media)
    return (
      <svg viewBox="-18 -11 60 45" className={`${className} fill-none stroke-control`} aria-hidden="true">
        <path d={iconPaths.robot} vectorEffect="non-scaling-stroke" />
      </svg>
    )
  return (
    <picture className="contents">
      {children}
      {ours && (
        <>
          <source
            type="image/avif"
            srcSet={forms('avif', widths.includes(960) ? forPhones : [])}
            sizes={sizes}
          />
          <source type="image/webp" srcSet={forms('webp')} sizes={sizes} />
        </>
      )}
      <img
        src={url}
        {...(!ours && widths.length > 0 && { srcSet: forms(), sizes })}
        alt={alt}
        width={width ?? 4}
        height={height ?? 3}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'low'}
        decoding="async"
        className={className}
        ref={picture}
      />
    </picture>
  )
}
