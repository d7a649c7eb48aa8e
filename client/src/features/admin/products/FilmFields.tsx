import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { fileInput } from '~/features/admin/kit/fileInput'
import { useFields } from '~/features/admin/kit/useContentForm'
import { fileSize } from '~/lib/fileSize'
import { formatSeconds } from '~/lib/format'
import { isTyping } from '~/lib/isTyping'
import { uploadCaptions, uploadFilm, uploadPicture } from '~/lib/upload'
import { Button, IconButton } from '~/ui/Button'
import { Field, FieldError, TextArea, TextField } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { Spinner } from '~/ui/Spinner'
import { toast } from '~/ui/toasts'
import type { ProductValues } from './draftForm'
import { type Film, noFilm } from './film'

/** In bytes; the server's limit. */
const most = 64 * 2 ** 20

type Part = 'video' | 'video.poster' | 'video.captions'

/** The film with its poster and captions. A file joins the form once it is uploaded; a refused one changes nothing. */
export function FilmFields() {
  const { values, set, text, errors, focus } = useFields<ProductValues>()
  const { video } = values
  // An upload must not revert changes made meanwhile.
  const latest = useRef(video)
  latest.current = video
  const player = useRef<HTMLVideoElement>(null)
  const [sending, setSending] = useState<{ name: string; share: number }>()
  const [waiting, setWaiting] = useState<Part>()
  const [refused, setRefused] = useState<{ part: Part; message: string }>()
  const [dragged, setDragged] = useState(false)
  const cancel = useRef<AbortController>(undefined)
  useEffect(() => () => cancel.current?.abort(), [])

  const change = (film: Partial<Film>) => set('video', { ...latest.current, ...film })
  const refuse = (part: Part, error: unknown, name?: string) =>
    setRefused({ part, message: `${name ? `${name}: ` : ''}${(error as Error).message}` })

  async function add(file: File) {
    const controller = new AbortController()
    cancel.current = controller
    setRefused(undefined)
    try {
      if (file.size > most) throw new Error('A film must have at most 64 MB')
      setSending({ name: file.name, share: 0 })
      const film = await uploadFilm(file, controller.signal, (share) =>
        setSending({ name: file.name, share }),
      )
      change(film)
      if (!isTyping()) focus('video.alt')
    } catch (error) {
      if (!controller.signal.aborted) refuse('video', error, file.name)
      if (!isTyping()) focus('video')
    } finally {
      setSending(undefined)
    }
  }

  /** Uploads the poster or captions of the film. */
  async function addPart(part: Part, name: string, upload: () => Promise<Partial<Film>>) {
    setWaiting(part)
    setRefused(undefined)
    try {
      change(await upload())
    } catch (error) {
      refuse(part, error, name)
    } finally {
      setWaiting(undefined)
    }
  }

  function remove(film: Partial<Film>, message: string, next: string) {
    const before = latest.current
    change(film)
    setRefused(undefined)
    focus(next)
    toast.success(message, { label: 'Undo', act: () => set('video', before) })
  }

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
      void add(file)
    },
  }
  /** The properties of a control that chooses a file. */
  const chooser = (part: Part, accept: string, take: (file: File) => void) => ({
    type: 'file',
    name: part,
    accept,
    disabled: Boolean(sending || waiting),
    className: fileInput,
    onChange({ target }: { target: HTMLInputElement }) {
      const [file] = target.files ?? []
      target.value = ''
      if (file) take(file)
    },
  })
  const fault = (part: Part) => (refused?.part === part ? refused.message : errors[part])

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
            <Entry remove="Remove film" onRemove={() => remove(noFilm, 'The film was removed', 'video')}>
              <p className="font-mono text-small text-muted">{facts(video)}</p>
            </Entry>
          </div>
          <TextArea
            label="Describe the film"
            required
            rows={2}
            hint="The page shows it beside the film."
            {...text('video.alt')}
          />
          <div className="grid grid-cols-1 gap-4">
            {video.poster && (
              <Entry
                remove="Remove poster"
                onRemove={() => remove({ poster: '' }, 'The poster was removed', 'video.poster')}
              >
                <img
                  src={video.poster}
                  alt="Poster"
                  className="aspect-video w-40 border bg-ground object-contain"
                />
              </Entry>
            )}
            <Field
              label={video.poster ? 'Replace the poster' : 'Add a poster'}
              hint="Shown before the film starts: JPEG, PNG, WebP or GIF, up to 10 MB. Or pause the film and use the current frame."
              error={fault('video.poster')}
            >
              {(wiring) => (
                <input
                  {...wiring}
                  {...chooser('video.poster', 'image/jpeg,image/png,image/webp,image/gif', (file) =>
                    addPart('video.poster', file.name, async () => ({
                      poster: (await uploadPicture(file)).url,
                    })),
                  )}
                />
              )}
            </Field>
            <p>
              <Button
                size="sm"
                disabled={Boolean(sending || waiting)}
                onClick={() =>
                  addPart('video.poster', '', async () => ({
                    poster: (await uploadPicture(await frameOf(player.current))).url,
                  }))
                }
              >
                Use the current frame
              </Button>
            </p>
          </div>
          <div className="grid grid-cols-1 gap-4">
            {video.captions && (
              <Entry
                remove="Remove captions"
                onRemove={() =>
                  remove(
                    { captions: '', captionsLanguage: '' },
                    'The captions were removed',
                    'video.captions',
                  )
                }
              >
                <a
                  href={video.captions}
                  className="inline-flex min-h-11 items-center font-mono text-small underline"
                >
                  Captions
                </a>
              </Entry>
            )}
            <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
              <Field
                label={video.captions ? 'Replace the captions' : 'Add captions'}
                hint="What is said and heard, for people who can't hear it: WebVTT, up to 200 KB."
                error={fault('video.captions')}
              >
                {(wiring) => (
                  <input
                    {...wiring}
                    {...chooser('video.captions', '.vtt,text/vtt', (file) =>
                      addPart('video.captions', file.name, async () => ({
                        captions: await uploadCaptions(file),
                        captionsLanguage: latest.current.captionsLanguage || 'en',
                      })),
                    )}
                  />
                )}
              </Field>
              {video.captions && (
                <TextField
                  label="Language"
                  aria-label="Language of the captions"
                  placeholder="en"
                  maxLength={2}
                  {...text('video.captionsLanguage')}
                />
              )}
            </div>
          </div>
        </>
      )}
      {errors['video.url'] && <FieldError id="film-error">{errors['video.url']}</FieldError>}
      <Field
        label={video.url ? 'Replace the film' : 'Add a film'}
        hint="MP4 with H.264 video, up to 64 MB and 10 minutes, at most 1920 pixels on each side. Choose a file or drop it here."
        error={fault('video')}
      >
        {(wiring) => <input {...wiring} {...chooser('video', 'video/mp4,.mp4', add)} />}
      </Field>
      {sending && (
        <div className="flex items-center gap-4">
          <progress
            aria-label={`Uploading ${sending.name}`}
            value={sending.share}
            className="h-2 w-full accent-signal"
          />
          <Button size="sm" onClick={() => cancel.current?.abort()}>
            Cancel
          </Button>
        </div>
      )}
      <p role="status" className="flex items-center gap-3 text-small text-muted">
        {(sending || waiting) && (
          <>
            <Spinner className="size-4" label="" />
            {sending
              ? 'Uploading the film…'
              : waiting === 'video.poster'
                ? 'Uploading the poster…'
                : 'Uploading the captions…'}
          </>
        )}
      </p>
    </div>
  )
}

/** A stored part, with a button that removes it. */
function Entry({
  remove,
  onRemove,
  children,
}: {
  remove: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <div className="flex items-center justify-between gap-4">
      {children}
      <IconButton label={remove} onClick={onRemove}>
        <Icon name="trash" className="size-4" />
      </IconButton>
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

/** The current frame of a film as a picture. */
async function frameOf(film: HTMLVideoElement | null): Promise<File> {
  const failed = new Error("This browser can't show the film. Upload a picture instead.")
  if (!film || film.error) throw failed
  if (film.readyState < film.HAVE_CURRENT_DATA) {
    await new Promise<void>((resolve, reject) => {
      film.addEventListener('loadeddata', () => resolve(), { once: true })
      film.addEventListener('error', () => reject(failed), { once: true })
      film.preload = 'auto'
    })
  }
  const canvas = document.createElement('canvas')
  canvas.width = film.videoWidth
  canvas.height = film.videoHeight
  canvas.getContext('2d')?.drawImage(film, 0, 0)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  if (!picture) throw failed
  return new File([picture], 'poster.jpg', { type: picture.type })
}
