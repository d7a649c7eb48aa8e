import { useRef, useState } from 'react'
import { DragHandle } from '~/features/admin/kit/DragHandle'
import { EntryButtons } from '~/features/admin/kit/EntryButtons'
import { FileField } from '~/features/admin/kit/FileField'
import { pictureTypes } from '~/features/admin/kit/fileInput'
import { useFields } from '~/features/admin/kit/useContentForm'
import { useDrag } from '~/features/admin/kit/useDrag'
import { countLabel } from '~/lib/countLabel'
import { isTyping } from '~/lib/isTyping'
import { moveItem } from '~/lib/moveItem'
import { uploadPicture } from '~/lib/upload'
import { FieldError, TextField } from '~/ui/Field'
import { Spinner } from '~/ui/Spinner'
import type { ProductValues } from './draftForm'

/** The main picture and eleven more. */
const most = 12

/**
 * The pictures in their order, the main one first. They are moved by mouse, by buttons, or by Alt and the arrow keys in
 * a description. Chosen files join the form once they are uploaded.
 */
export function Pictures() {
  const { values, set, text, errors, focus } = useFields<ProductValues>()
  const { pictures } = values
  // An upload must not revert changes made meanwhile.
  const latest = useRef(pictures)
  latest.current = pictures
  const [uploading, setUploading] = useState(0)
  const [refused, setRefused] = useState<string[]>([])

  function move(from: number, to: number) {
    set('pictures', moveItem(pictures, from, to))
    if (to >= 0 && to < pictures.length) focus(`pictures.${to}.alt`)
  }
  const drag = useDrag(pictures.length, move)

  async function add(files: File[]) {
    const free = most - latest.current.length
    setUploading(Math.min(files.length, free))
    const results = await Promise.allSettled(files.slice(0, free).map(uploadPicture))
    setUploading(0)
    const added = results.flatMap((result) =>
      result.status === 'fulfilled' ? [{ ...result.value, alt: '' }] : [],
    )
    setRefused([
      ...results.flatMap((result, index) =>
        result.status === 'rejected' ? [`${files[index]?.name}: ${(result.reason as Error).message}`] : [],
      ),
      ...files.slice(free).map(({ name }) => `${name}: A product has at most ${most} pictures.`),
    ])
    if (added.length === 0) return
    if (!isTyping()) focus(`pictures.${latest.current.length}.alt`)
    set('pictures', [...latest.current, ...added])
  }

  return (
    <div className="grid gap-6">
      {pictures.length > 0 && (
        <ol className="grid border-b">
          {pictures.map((picture, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no identity but their index.
              key={index}
              {...drag.over(index)}
              className={`grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-t py-4 md:grid-cols-[auto_auto_minmax(0,1fr)_auto] ${drag.look(index)}`}
            >
              <DragHandle {...drag.handle(index)} />
              <img
                src={picture.url}
                alt=""
                className="size-20 rounded-plate border bg-ground object-contain"
              />
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the field in it has the focus. */}
              <div
                onKeyDown={(event) => {
                  const to = { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key]
                  if (!event.altKey || to === undefined) return
                  event.preventDefault()
                  move(index, to)
                }}
              >
                <TextField
                  label={index === 0 ? 'Describe the main picture' : `Describe picture ${index + 1}`}
                  required
                  {...text(`pictures.${index}.alt`)}
                />
              </div>
              <div className="-mx-3 max-md:col-span-2">
                <EntryButtons
                  name={`picture ${index + 1}`}
                  index={index}
                  count={pictures.length}
                  onMove={(to) => move(index, to)}
                  onRemove={() => set('pictures', pictures.toSpliced(index, 1))}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      {errors.pictures && <FieldError id="pictures-error">{errors.pictures}</FieldError>}
      <FileField
        label="Add pictures"
        hint={`JPEG, PNG, WebP or GIF, up to 10 MB each. ${pictures.length} of ${most}. The first one is the main picture. Describe what each shows, for people who can't see it.`}
        error={refused.length > 0 && refused.join(' ')}
        multiple
        accept={pictureTypes}
        disabled={uploading > 0 || pictures.length >= most}
        onChoose={(files) => void add(files)}
      />
      <p role="status" className="flex items-center gap-3 text-small text-muted">
        {uploading > 0 && (
          <>
            <Spinner className="size-4" label="" />
            Uploading {countLabel(uploading, 'picture')}…
          </>
        )}
      </p>
    </div>
  )
}
