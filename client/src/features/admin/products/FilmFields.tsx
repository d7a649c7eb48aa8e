import { type DragEvent, useRef, useState } from 'react'
import { FileField } from '~/features/admin/kit/FileField'
import { fileSize } from '~/lib/fileSize'
import { formatSeconds } from '~/lib/format'
import { Button } from '~/ui/Button'
import { FieldError, TextArea } from '~/ui/Field'
import { Spinner } from '~/ui/Spinner'
import { FilmCaptions } from './FilmCaptions'
import { FilmEntry } from './FilmEntry'
import { FilmPoster } from './FilmPoster'
import { type Film, noFilm } from './film'
import { useFilm } from './useFilm'

const waiting = {
  video: 'Uploading the film…',
  'video.poster': 'Uploading the poster…',
  'video.captions': 'Uploading the captions…',
}

/** The film with its poster and captions. */
export function FilmFields() {
  const film = useFilm()
  const { video, sending, text } = film
  const player = useRef<HTMLVideoElement>(null)
  const [dragged, setDragged] = useState(false)
  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files') || sending) return
      event.preventDefault()
      setDragged(true)
    },
    onDragLeave: () => setDragged(false),
    onDrop(event: DragEvent) {
      const [file] = event.dataTransfer.files
      if (!file || sending) return
      event.preventDefault()
      setDragged(false)
      void film.addFilm(file)
    },
  }

  return (
    <div
      {...drop}
      className={`grid max-w-2xl grid-cols-1 gap-6 ${dragged ? 'outline-2 outline-offset-8 outline-signal' : ''}`}
    >
      {video.url && (
        <>
          <div className="grid gap-2">
            {/* biome-ignore lint/a11y/useMediaCaption: it has the captions that there are. */}
            <video
              key={video.url}
              ref={player}
              src={video.url}
              poster={video.poster || undefined}
              controls
              preload="metadata"
              playsInline
              aria-label="The film"
              className="aspect-video w-full bg-ground object-contain"
            >
              {video.captions && (
                <track
                  key={video.captions}
                  kind="captions"
                  src={video.captions}
                  srcLang={video.captionsLanguage || 'en'}
                />
              )}
            </video>
            <FilmEntry
              remove="Remove film"
              onRemove={() => film.remove(noFilm, 'The film was removed', 'video')}
            >
              <p className="font-mono text-small text-muted">{facts(video)}</p>
            </FilmEntry>
          </div>
          <TextArea
            label="Describe the film"
            required
            rows={2}
            hint="The page shows it beside the film."
            {...text('video.alt')}
          />
          <FilmPoster film={film} player={player} />
          <FilmCaptions film={film} />
        </>
      )}
      {film.urlError && <FieldError id="film-error">{film.urlError}</FieldError>}
      <FileField
        label={video.url ? 'Replace the film' : 'Add a film'}
        hint="MP4 with H.264 video, up to 64 MB and 10 minutes, at most 1920 pixels on each side. Choose a file or drop it here."
        error={film.error('video')}
        name="video"
        accept="video/mp4,.mp4"
        disabled={sending !== undefined}
        onChoose={([file]) => void film.addFilm(file)}
      />
      {sending?.part === 'video' && (
        <div className="flex items-center gap-4">
          <progress
            aria-label={`Uploading ${sending.name}`}
            value={sending.share}
            className="h-2 w-full accent-signal"
          />
          <Button size="sm" onClick={film.cancel}>
            Cancel
          </Button>
        </div>
      )}
      <p role="status" className="flex items-center gap-3 text-small text-muted">
        {sending && (
          <>
            <Spinner className="size-4" label="" />
            {waiting[sending.part]}
          </>
        )}
      </p>
    </div>
  )
}

/** The properties of a film, such as `1280 × 720, 0:42, 8.3 MB`. */
function facts({ width, height, seconds, bytes }: Film) {
  return [
    width && height && `${width} × ${height}`,
    seconds && formatSeconds(seconds),
    bytes && fileSize(bytes),
  ]
    .filter(Boolean)
    .join(', ')
}
