import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { formatSeconds } from '~/lib/format'
import { Button, IconButton } from './Button'
import { FilmTitle } from './FilmTitle'
import { Icon } from './Icon'
import { SeekBar, seekKey } from './SeekBar'
import { Spinner } from './Spinner'
import { canAutoplay, savesData, useControlsVisible, usePlayer } from './usePlayer'

export type VideoPlayerProps = {
  /** The film's URL. Films under `/films/` also exist as WebM, for browsers that can't play H.264. */
  url: string
  poster?: string | null
  title: string
  description: string
  /** A WebVTT file. */
  captions?: string | null
  /** An ISO 639-1 code; English if missing. */
  captionsLanguage?: string | null
  /** Starts playing at once, if autoplay is allowed, because the visitor opened it. */
  autoPlay?: boolean
}

const formsOf = (url: string) => (url.startsWith('/films/') ? [url, url.replace(/\.mp4$/, '.webm')] : [url])

/** A language's name; an invalid code, possible in drafts, is returned as is. */
const labelOf = (code: string) =>
  /^[a-z]{2}$/.test(code) ? new Intl.DisplayNames('en', { type: 'language' }).of(code) : code

const icons = {
  pause: 'M8 5v14M16 5v14',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  shrink: 'M4 9h5V4M15 4v5h5M20 15h-5v5M9 20v-5H4',
  captions: 'M3 5.5h18v13H3zM10.5 10.5H7v3h3.5M17 10.5h-3.5v3H17',
}

/**
 * A film with its title on top and a large play button, which fades while it plays; controls appear on hover, focus and
 * touch. Nothing is loaded before the visitor interacts.
 */
export function VideoPlayer({
  url,
  poster,
  title,
  description,
  captions,
  captionsLanguage,
  autoPlay,
}: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const player = usePlayer(video, frame)
  const { playing, waiting, failed, time, duration, full } = player
  const { shown, show, hide } = useControlsVisible()
  const [wanted, setWanted] = useState(false)
  const touched = useRef(false)
  const sources = formsOf(url)
  const language = captionsLanguage || 'en'

  const start = useRef(player.play)
  useEffect(() => {
    if (autoPlay && canAutoplay()) void start.current()
  }, [autoPlay])

  function click({ detail }: MouseEvent) {
    // The first touch only shows the controls; a mouse click or a second touch toggles playback.
    if (detail && touched.current && !called) return show()
    player.toggle()
  }

  function key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || failed) return
    const act = { k: player.toggle, f: player.toggleFull, m: player.toggleSound, c: player.toggleCaptions }
    const to = seekKey(event.key, time, duration)
    // Space presses the focused button.
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) player.toggle()
    else if (to !== undefined) player.seek(to)
    else if (event.key in act) act[event.key as keyof typeof act]()
    else return
    event.preventDefault()
  }

  // A paused film keeps its controls once its metadata has loaded.
  const called = shown || (!playing && duration > 0)
  const over = `transition-opacity duration-200 group-has-focus-visible:opacity-100 ${
    playing && !called ? 'sm:opacity-0' : ''
  }`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the controls inside.
    <div
      ref={frame}
      onKeyDown={key}
      onPointerEnter={() => setWanted(true)}
      onFocus={() => setWanted(true)}
      onPointerDown={({ pointerType }) => {
        touched.current = pointerType === 'touch'
      }}
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && show()}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hide()}
      className="group relative isolate"
    >
      <div className={`relative w-full overflow-hidden bg-ground ${full ? 'h-full' : 'aspect-video'}`}>
        <video
          ref={video}
          poster={poster ?? undefined}
          preload={wanted && !savesData() ? 'metadata' : 'none'}
          playsInline
          aria-label={title}
          onClick={click}
          {...player.events}
          className="size-full object-contain"
        >
          {sources.map((source, index) => (
            <source
              key={source}
              src={source}
              type={`video/${source.endsWith('.webm') ? 'webm' : 'mp4'}`}
              onError={index === sources.length - 1 ? player.events.onError : undefined}
            />
          ))}
          {captions && <track kind="captions" src={captions} srcLang={language} label={labelOf(language)} />}
          Your browser does not support the video tag.
        </video>

        {failed ? (
          <div
            role="alert"
            className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-ground/85"
          >
            <p>Couldn't load the video.</p>
            <Button size="sm" onClick={player.retry}>
              <Icon name="refresh" className="size-4" />
              Try again
            </Button>
          </div>
        ) : (
          <>
            <button
              type="button"
              onClick={playing ? click : player.toggle}
              aria-label={`${playing ? 'Pause' : 'Play'}: ${title}`}
              className={`absolute inset-0 m-auto grid size-14 place-items-center sm:size-20 rounded-plate border border-control bg-ground/85 transition-opacity duration-200 hover:text-signal focus-visible:opacity-100 ${
                playing ? 'opacity-0' : ''
              }`}
            >
              <Icon name="play" path={playing ? icons.pause : undefined} className="size-6 sm:size-8" />
            </button>
            {playing && waiting && (
              <span className="pointer-events-none absolute inset-0 grid place-content-center">
                <Spinner label="Loading the video" className="size-10" />
              </span>
            )}
            <div
              className={`absolute inset-x-0 bottom-0 bg-ground/85 px-4 sm:px-6 ${
                called ? '' : 'pointer-events-none opacity-0'
              } transition-opacity duration-200 group-has-focus-visible:pointer-events-auto group-has-focus-visible:opacity-100`}
            >
              <div className="-mx-3 flex flex-wrap items-center">
                <IconButton label={playing ? 'Pause' : 'Play'} onClick={player.toggle}>
                  <Icon name="play" path={playing ? icons.pause : undefined} />
                </IconButton>
                <div className="flex-1 px-1 max-sm:order-first max-sm:basis-full max-sm:px-3">
                  <SeekBar time={time} duration={duration} onSeek={player.seek} />
                </div>
                <p className="label mx-2 whitespace-nowrap max-sm:mr-auto">
                  {formatSeconds(time)} / {formatSeconds(duration)}
                </p>
                {captions && (
                  <IconButton label="Captions" aria-pressed={player.captions} onClick={player.toggleCaptions}>
                    <Icon
                      path={icons.captions}
                      className={`size-5 ${player.captions ? 'text-signal' : ''}`}
                    />
                  </IconButton>
                )}
                <IconButton label={full ? 'Leave full screen' : 'Full screen'} onClick={player.toggleFull}>
                  <Icon path={full ? icons.shrink : icons.fullscreen} />
                </IconButton>
              </div>
            </div>
          </>
        )}
      </div>
      <FilmTitle title={title} description={description} className={over} />
    </div>
  )
}
