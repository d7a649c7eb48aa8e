import type { RefObject } from 'react'
import { FileField } from '~/features/admin/kit/FileField'
import { pictureTypes } from '~/features/admin/kit/fileInput'
import { uploadPicture } from '~/lib/upload'
import { Button } from '~/ui/Button'
import { FilmEntry } from './FilmEntry'
import type { useFilm } from './useFilm'

/** The picture that stands for a film before it starts: a file, or the current frame of the player. */
export function FilmPoster({
  film: { video, sending, add, remove, error },
  player,
}: {
  film: ReturnType<typeof useFilm>
  player: RefObject<HTMLVideoElement | null>
}) {
  const addPoster = (name: string, file: () => File | Promise<File>) =>
    void add('video.poster', name, async () => ({ poster: (await uploadPicture(await file())).url }))
  return (
    <div className="grid grid-cols-1 gap-4">
      {video.poster && (
        <FilmEntry
          remove="Remove poster"
          onRemove={() => remove({ poster: '' }, 'The poster was removed', 'video.poster')}
        >
          <img
            src={video.poster}
            alt="Poster"
            className="aspect-video w-40 border bg-ground object-contain"
          />
        </FilmEntry>
      )}
      <FileField
        label={video.poster ? 'Replace the poster' : 'Add a poster'}
        hint="Shown before the film starts: JPEG, PNG, WebP or GIF, up to 10 MB. Or pause the film and use the current frame."
        error={error('video.poster')}
        name="video.poster"
        accept={pictureTypes}
        disabled={sending !== undefined}
        onChoose={([file]) => addPoster(file.name, () => file)}
      />
      <p>
        <Button
          size="sm"
          disabled={sending !== undefined}
          onClick={() => addPoster('', () => frameOf(player.current))}
        >
          Use the current frame
        </Button>
      </p>
    </div>
  )
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
