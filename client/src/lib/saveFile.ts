import { request } from './request'
import { getToken } from './token'

const timeout = 60_000

/** In milliseconds. The browser must have started reading the blob before its URL is revoked. */
const revokeDelay = 60_000

/**
 * Downloads a file of /api/v1 as `name`. A link can't, since the request needs the user's token. Returns the server's
 * message if it rejects the request, and throws if there is no message for users.
 */
export async function saveFile(path: string, name: string): Promise<string | null> {
  const response = await request(path, {
    headers: { authorization: `Bearer ${getToken()}` },
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) {
    // A gateway's error is not JSON.
    const { message } = await response.json()
    if (message) return message
    throw new Error(`status ${response.status}`)
  }
  downloadBlob(await response.blob(), name)
  return null
}

/** Makes the browser save a file under a name. */
export function downloadBlob(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelay)
}
