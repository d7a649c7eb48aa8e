/** A picture as the graph describes it (`Media`). */
export type PictureSource = { url: string; alt: string; width?: number | null; height?: number | null }

function srcSet(url: string, widths: number[], format: string) {
  const stem = url.replace(/\.\w+$/, '')
  return widths.map((width) => `${stem}-${width}.${format} ${width}w`).join(', ')
}

/**
 * A picture that keeps its place while it loads. With `widths` there are AVIF and WebP versions of it beside the file,
 * named `name-<width>.avif` and `.webp`. `eager` is for the largest picture of a page; all others load lazily.
 */
export function Picture({
  media: { url, alt, width, height },
  widths,
  sizes = '100vw',
  eager = false,
  className = '',
}: {
  media: PictureSource
  widths?: number[]
  sizes?: string
  eager?: boolean
  className?: string
}) {
  return (
    <picture className="contents">
      {widths && <source type="image/avif" srcSet={srcSet(url, widths, 'avif')} sizes={sizes} />}
      {widths && <source type="image/webp" srcSet={srcSet(url, widths, 'webp')} sizes={sizes} />}
      <img
        src={url}
        alt={alt}
        width={width ?? 4}
        height={height ?? 3}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        className={className}
      />
    </picture>
  )
}
