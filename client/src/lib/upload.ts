import { request } from './request'
import { getToken } from './token'

export type Upload = { id: string; url: string }

const timeout = 60_000
const failed = "Couldn't upload the picture. Please try again."

/** Sends a picture to POST /api/v1/uploads, for use by its id. Rejects with a sentence for people. */
export async function uploadPicture(file: File): Promise<Upload> {
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
  if (response?.ok && answer?.upload) return { id: answer.upload._id, url: answer.upload.url }
  throw new Error(answer?.errors?.file ?? answer?.message ?? failed)
}
