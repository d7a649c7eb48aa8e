import { useEffect, useRef, useState } from 'react'
import { useFields } from '~/features/admin/kit/useContentForm'
import { isTyping } from '~/lib/isTyping'
import { uploadFilm } from '~/lib/upload'
import { toast } from '~/ui/toasts'
import type { ProductValues } from './draftForm'
import type { Film } from './film'

/** In bytes; the server's limit. */
const most = 64 * 2 ** 20

export type FilmPart = 'video' | 'video.poster' | 'video.captions'

/**
 * The film of the form with its poster and captions, one of which is uploaded at a time. A file joins the form once it
 * is uploaded; a refused one changes nothing.
 */
export function useFilm() {
  const { values, set, text, errors, focus } = useFields<ProductValues>()
  const { video } = values
  // An upload must not revert changes made meanwhile.
  const latest = useRef(video)
  latest.current = video
  const [sending, setSending] = useState<{ part: FilmPart; name: string; share: number }>()
  const [refused, setRefused] = useState<{ part: FilmPart; message: string }>()
  const cancel = useRef<AbortController>(undefined)
  useEffect(() => () => cancel.current?.abort(), [])

  /** Uploads a part of the film; `name` is that of its file. Resolves to whether it joined the form. */
  async function add(part: FilmPart, name: string, upload: (signal: AbortSignal) => Promise<Partial<Film>>) {
    cancel.current = new AbortController()
    const { signal } = cancel.current
    setRefused(undefined)
    setSending({ part, name, share: 0 })
    try {
      const film = await upload(signal)
      set('video', { ...latest.current, ...film })
      return true
    } catch (error) {
      const { message } = error as Error
      if (!signal.aborted) setRefused({ part, message: name ? `${name}: ${message}` : message })
      return false
    } finally {
      setSending(undefined)
    }
  }

  return {
    video,
    /** The film with what has changed since the last render. */
    latest,
    text,
    /** The upload in progress, and the share of a film that was sent. */
    sending,
    cancel: () => cancel.current?.abort(),
    add,
    async addFilm(file: File) {
      const added = await add('video', file.name, (signal) => {
        if (file.size > most) throw new Error('A film must have at most 64 MB')
        return uploadFilm(file, signal, (share) => setSending({ part: 'video', name: file.name, share }))
      })
      if (!isTyping()) focus(added ? 'video.alt' : 'video')
    },
    /** Removes parts of the film, and focuses the field `next`. */
    remove(film: Partial<Film>, message: string, next: FilmPart) {
      const before = latest.current
      set('video', { ...before, ...film })
      setRefused(undefined)
      focus(next)
      toast.success(message, { label: 'Undo', act: () => set('video', before) })
    },
    /** The error of a part. */
    error: (part: FilmPart) => (refused?.part === part ? refused.message : errors[part]),
    urlError: errors['video.url'],
  }
}
