import { FileField } from '~/features/admin/kit/FileField'
import { uploadCaptions } from '~/lib/upload'
import { TextField } from '~/ui/Field'
import { FilmEntry } from './FilmEntry'
import type { useFilm } from './useFilm'

/** The captions of a film and their language. */
export function FilmCaptions({
  film: { video, latest, text, sending, add, remove, error },
}: {
  film: ReturnType<typeof useFilm>
}) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {video.captions && (
        <FilmEntry
          remove="Remove captions"
          onRemove={() =>
            remove({ captions: '', captionsLanguage: '' }, 'The captions were removed', 'video.captions')
          }
        >
          <a
            href={video.captions}
            className="inline-flex min-h-11 items-center font-mono text-small underline"
          >
            Captions
          </a>
        </FilmEntry>
      )}
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <FileField
          label={video.captions ? 'Replace the captions' : 'Add captions'}
          hint="What is said and heard, for people who can't hear it: WebVTT, up to 200 KB."
          error={error('video.captions')}
          name="video.captions"
          accept=".vtt,text/vtt"
          disabled={sending !== undefined}
          onChoose={([file]) =>
            void add('video.captions', file.name, async () => ({
              captions: await uploadCaptions(file),
              captionsLanguage: latest.current.captionsLanguage || 'en',
            }))
          }
        />
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
  )
}
