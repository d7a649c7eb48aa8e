import { request } from './request'
import type { DocumentFormat } from './schema.gen'
import { getToken } from './token'

export type Upload = { id: string; url: string }

const timeout = 60_000

/** Sends a file to POST /api/v1/uploads. Rejects with a sentence for people. */
async function upload(file: File, noun: string) {
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
  if (response?.ok && answer?.upload) return answer.upload
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
  if (!format) throw new Error('A document must be a PDF, STEP, STL or GLB file')
  return { id: _id, url, format, bytes }
}
