import { endSession, logRejection } from './apollo'
import { request } from './request'
import type { DocumentFormat } from './schema.gen'
import { getToken } from './token'

export type Upload = { id: string; url: string }

type FilmUpload = { url: string; width: number; height: number; seconds: number; bytes: number }

const path = '/api/v1/uploads'
/** In ms, as the server's (rest/form.go): five minutes to receive a file over a slow connection, one to store it. */
const timeout = 6 * 60_000

const formats = {
  picture: 'JPEG, PNG, WebP or GIF',
  document: 'PDF, STEP, STL or GLB',
  film: 'MP4',
  captions: 'WebVTT',
}
type Noun = keyof typeof formats

/** Formats as the server names them; pictures have none. */
const named: Partial<Record<string, Noun>> = { MP4: 'film', VTT: 'captions' }

const wrong = (noun: Noun) =>
  new Error(
    `${noun === 'captions' ? 'Captions must be a' : `A ${noun} must be a${noun === 'film' ? 'n' : ''}`} ${formats[noun]} file`,
  )

function form(file: File) {
  const body = new FormData()
  body.set('file', file)
  return body
}

/**
 * Parses the response to an upload. Throws an error with a message for users if the server rejected the file or
 * detected another kind.
 */
function parseUpload(ok: boolean, body: UploadResponse | undefined, noun: Noun) {
  const upload = ok && body?.upload
  const kind = upload && (upload.format ? (named[upload.format] ?? 'document') : 'picture')
  // The server accepts all of these, and its own message lists all of them.
  const isNone = body?.code === 'UNSUPPORTED_MEDIA_TYPE' && (noun === 'picture' || noun === 'document')
  if (upload ? kind !== noun : isNone) throw wrong(noun)
  if (upload) return upload
  throw new Error(body?.errors?.file ?? body?.message ?? `Couldn't upload the ${noun}. Please try again.`)
}

type UploadResponse = {
  // biome-ignore lint/suspicious/noExplicitAny: each kind of upload has different members.
  upload?: any
  code?: string
  message?: string
  errors?: { file?: string }
}

/** Sends a file to POST /api/v1/uploads. Rejects with a message for users. */
async function upload(file: File, noun: Noun) {
  const response = await request(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${getToken()}` },
    body: form(file),
    signal: AbortSignal.timeout(timeout),
  }).catch(() => undefined)
  // A gateway's error is not JSON.
  const body = await response?.json().catch(() => undefined)
  return parseUpload(response?.ok ?? false, body, noun)
}

/** Uploads a picture, which is referenced by its ID. */
export async function uploadPicture(file: File): Promise<Upload> {
  const { _id, url } = await upload(file, 'picture')
  return { id: _id, url }
}

/** Uploads a document, which is referenced by its ID. */
export async function uploadDocument(
  file: File,
): Promise<Upload & { format: DocumentFormat; bytes: number }> {
  const { _id, url, format, bytes } = await upload(file, 'document')
  return { id: _id, url, format, bytes }
}

/** Uploads captions, which are referenced by their URL. */
export async function uploadCaptions(file: File): Promise<string> {
  return (await upload(file, 'captions')).url
}

/**
 * Uploads a film, which is referenced by its URL, and reports progress. Rejects when `signal` aborts, otherwise with a
 * message for users.
 */
export async function uploadFilm(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<FilmUpload> {
  // XMLHttpRequest, because fetch doesn't report upload progress.
  const call = new XMLHttpRequest()
  const token = getToken()
  call.open('POST', path)
  call.setRequestHeader('authorization', `Bearer ${token}`)
  call.responseType = 'json'
  call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  await new Promise<void>((resolve, reject) => {
    call.onloadend = () => resolve()
    signal.addEventListener('abort', () => {
      reject(signal.reason)
      call.abort()
    })
    call.send(form(file))
  })
  const ok = call.status === 201
  if (!ok) logRejection(path, call.response?.message ?? `status ${call.status}`)
  if (call.status === 401) endSession(token)
  const { url, width, height, seconds, bytes } = parseUpload(ok, call.response ?? undefined, 'film')
  return { url, width, height, seconds, bytes }
}
