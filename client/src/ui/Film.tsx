import { type ComponentType, useEffect, useRef, useState } from 'react'
import { ErrorState } from './ErrorState'
import { FilmTitle } from './FilmTitle'
import type { VideoPlayerProps } from './VideoPlayer'

/**
 * Loads the video player shortly before it comes into view, and shows the poster until then; the film itself is not
 * loaded. Without scripts it is a link to the film.
 */
export function Film(props: VideoPlayerProps) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [failed, setFailed] = useState(false)
  const [Player, setPlayer] = useState<ComponentType<VideoPlayerProps>>()

  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '50% 0px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!near || failed) return
    import('./VideoPlayer').then(
      ({ VideoPlayer }) => setPlayer(() => VideoPlayer),
      () => setFailed(true),
    )
  }, [near, failed])

  if (failed) return <ErrorState title="Couldn't load the player." onRetry={() => setFailed(false)} />
  if (Player) return <Player {...props} />
  return (
    <div ref={place} className="relative">
      <div
        className="relative aspect-video w-full bg-ground bg-contain bg-center bg-no-repeat"
        style={{ backgroundImage: near && props.poster ? `url("${encodeURI(props.poster)}")` : undefined }}
      >
        <noscript>
          {props.poster && (
            <img src={props.poster} alt="" loading="lazy" className="size-full object-contain" />
          )}
          <a href={props.url} className="absolute bottom-0 left-0 bg-ground/85 px-4 py-2.5 underline sm:px-6">
            Play video
          </a>
        </noscript>
      </div>
      <FilmTitle title={props.title} description={props.description} />
    </div>
  )
}
