import { useRef, useState } from 'react'
import { fileInput, pictureTypes } from '~/features/admin/kit/fileInput'
import { type Upload, uploadPicture } from '~/lib/upload'
import { Field } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { Spinner } from '~/ui/Spinner'
import { useGone } from '~/ui/useGone'

type State = { uploading?: boolean; error?: string; upload?: Upload }

/**
 * A picture that is uploaded as soon as it is chosen. `settled` waits for the upload and resolves to its ID, undefined
 * if none was chosen; it rejects if the picture was refused.
 */
export function usePicture() {
  const [state, setState] = useState<State>({})
  const current = useRef<Promise<Upload> | null>(null)
  const gone = useGone()

  async function choose(file: File) {
    const upload = uploadPicture(file)
    current.current = upload
    setState({ uploading: true })
    const next = await upload.then(
      (upload): State => ({ upload }),
      (error: Error): State => ({ error: error.message }),
    )
    // Another one may have been chosen since.
    if (!gone.current && current.current === upload) setState(next)
  }
  return {
    state,
    chosen: Object.keys(state).length > 0,
    choose,
    settled: async () => (await current.current)?.id,
    clear: () => {
      current.current = null
      setState({})
    },
  }
}

/** A field that chooses a picture and shows it; `present` is the stored one. */
export function PictureField({
  label,
  picture: { state, choose, clear },
  present,
}: {
  label: string
  picture: ReturnType<typeof usePicture>
  present?: string
}) {
  const url = state.upload?.url ?? present
  return (
    <Field label={label} hint="JPEG, PNG, WebP or GIF, up to 10 MB" error={state.error}>
      {(wiring) => (
        <span className="flex items-center gap-4">
          <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-plate border bg-ground text-faint">
            {state.uploading ? (
              <Spinner label="Uploading the picture" />
            ) : url ? (
              <img src={url} alt="Preview" className="size-full object-contain" />
            ) : (
              <Icon name="plus" />
            )}
          </span>
          <input
            {...wiring}
            type="file"
            accept={pictureTypes}
            onChange={(event) => {
              const file = event.target.files?.[0]
              if (file) void choose(file)
              else clear()
            }}
            className={fileInput}
          />
        </span>
      )}
    </Field>
  )
}
