import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { focusAfterDialog } from '~/lib/focusAfterDialog'
import { Picture, type PictureSource, viewTransitionClass } from '~/ui/Picture'
import { useLazyModule } from '~/ui/useLazyModule'

const loadZoom = () => import('./Zoom')

const sizes = '(min-width: 64rem) 55vw, calc(100vw - 2.5rem)'

/**
 * A product's pictures: a strip to swipe, thumbnails with one tab stop, and a zoom. A single picture has none of these.
 * `children` are placed on top.
 */
export function Gallery({
  name,
  images,
  children,
}: {
  name: string
  images: PictureSource[]
  children?: ReactNode
}) {
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const zoom = useLazyModule(loadZoom)
  const strip = useRef<HTMLDivElement>(null)
  const [only] = images
  if (images.length < 2)
    return (
      <div className={`relative grid aspect-4/3 bg-ground ${viewTransitionClass}`}>
        <Picture media={only} eager sizes={sizes} className="size-full min-h-0 min-w-0 object-contain" />
        {children}
      </div>
    )

  function show(index: number) {
    setShown(index)
    strip.current?.scrollTo({ left: index * strip.current.clientWidth, behavior: 'instant' })
  }

  function leave() {
    setZoomed(false)
    // The focus belongs on the picture shown last in the zoom, which may not be the one that opened it.
    focusAfterDialog(strip.current?.querySelectorAll('button')[shown])
  }

  return (
    <section aria-label={`Pictures of ${name}`}>
      <div className="relative">
        {children}
        <div
          ref={strip}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setShown(Math.round(scrollLeft / clientWidth))
          }
          className={`flex [scroll-snap-type:x_mandatory] overflow-x-auto overscroll-x-contain bg-ground [scrollbar-width:none] ${viewTransitionClass}`}
        >
          {images.map((image, index) => (
            <button
              key={image.url}
              type="button"
              inert={index !== shown}
              aria-label={`Enlarge: ${image.alt}`}
              onClick={async () => setZoomed(await zoom.load())}
              // A fast swipe must not skip pictures.
              className="grid aspect-4/3 w-full shrink-0 cursor-zoom-in snap-start snap-always -outline-offset-4"
            >
              <Picture
                media={image}
                eager={index === 0}
                sizes={sizes}
                className="size-full min-h-0 min-w-0 object-contain"
              />
            </button>
          ))}
        </div>
        <p className="label pointer-events-none absolute right-0 bottom-0 bg-ground px-3 py-1.5 text-muted">
          <span className="sr-only">Picture </span>
          {shown + 1} / {images.length}
        </p>
      </div>
      <Thumbnails images={images} shown={shown} onShow={show} />
      {zoom.part && (
        <zoom.part.Zoom
          name={name}
          images={images}
          open={zoomed}
          onClose={leave}
          shown={shown}
          onShow={show}
        />
      )}
    </section>
  )
}

function Thumbnails({
  images,
  shown,
  onShow,
}: {
  images: PictureSource[]
  shown: number
  onShow: (index: number) => void
}) {
  const list = useRef<HTMLUListElement>(null)

  function move(event: KeyboardEvent) {
    const last = images.length - 1
    const next = {
      ArrowRight: Math.min(shown + 1, last),
      ArrowLeft: Math.max(shown - 1, 0),
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onShow(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <ul ref={list} onKeyDown={move} className="mt-2 grid auto-cols-[minmax(0,6rem)] grid-flow-col gap-2">
      {images.map((image, index) => (
        <li key={image.url}>
          <button
            type="button"
            aria-label={`Picture ${index + 1}: ${image.alt}`}
            aria-current={index === shown ? 'true' : undefined}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => onShow(index)}
            className="grid aspect-square w-full border-b-2 sm:aspect-4/3 border-transparent bg-ground transition-colors hover:bg-raised aria-[current]:border-signal"
          >
            <Picture
              media={{ ...image, alt: '' }}
              sizes="6rem"
              className="size-full min-h-0 min-w-0 object-contain"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
