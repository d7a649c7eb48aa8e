import { useEffect, useRef } from 'react'
import { PictureField, usePicture } from '~/features/admin/kit/PictureField'
import { useFields } from '~/features/admin/kit/useContentForm'
import type { ProductValues } from './draftForm'

/** The main picture, which becomes part of the form as soon as it is uploaded. */
export function MainPicture() {
  const { values, set, errors } = useFields<ProductValues>()
  const picture = usePicture()
  const { upload } = picture.state
  const taken = useRef<string>(undefined)
  useEffect(() => {
    if (!upload || taken.current === upload.id) return
    taken.current = upload.id
    set('image', { url: upload.url, id: upload.id })
    picture.clear()
  }, [upload, set, picture])
  return (
    <PictureField
      label="Main picture"
      picture={errors.image ? { ...picture, state: { ...picture.state, error: errors.image } } : picture}
      present={values.image.url || undefined}
    />
  )
}
