import { request } from './request'
import type { DocumentFormat } from './schema.gen'
import { getToken } from './token'

export type Upload = { id: string; url: string }

const timeout = 60_000

const formats = { picture: 'JPEG, PNG, WebP or GIF', document: 'PDF, STEP, STL or GLB' }

/** Sends a file to POST /api/v1/uploads. Rejects with a sentence for people. */
async function upload(file: File, noun: keyof typeof formats) {
  const body = new FormData()
  body.set('file', file)
  const response = await request('/api/v1/uploads', {
    method: 'POST',
    headers: { authorization: `Bearer ${getToken()}` },
    body,
    signal: AbortSignal.timeout(timeout),
  }).catch(() => undefined)
  // A gateway's error is no JSON.
  const answer = await response?.json().catch(() => undefined)
  const stored = response?.ok && answer?.upload
  // The server takes both; only documents have a format.
  if (stored ? Boolean(stored.format) !== (noun === 'document') : answer?.code === 'UNSUPPORTED_MEDIA_TYPE')
    throw new Error(`A ${noun} must be a ${formats[noun]} file`)
  if (stored) return stored
  throw new Error(answer?.errors?.file ?? answer?.message ?? `Couldn't upload the ${noun}. Please try again.`)
}

/** Uploads a picture, for use by its id. */
export async function uploadPicture(file: File): Promise<Upload> {
  const { _id, url } = await upload(file, 'picture')
  return { id: _id, url }
}

/** Uploads a document, for use by its id. */
export async function uploadDocument(
  file: File,
): Promise<Upload & { format: DocumentFormat; bytes: number }> {
  const { _id, url, format, bytes } = await upload(file, 'document')
  return { id: _id, url, format, bytes }
}
