import { request } from './request'
import { getToken } from './token'

const timeout = 60_000

/** How long the browser may take to begin with a file that it was given, in milliseconds. */
const revokeDelay = 60_000

/**
 * Fetches a file of /api/v1, which takes the person's token and so can't be a link, and has the browser save it as `name`.
 * Answers the server's sentence when it refuses, and rejects when there is no answer for people.
 */
export async function saveFile(path: string, name: string): Promise<string | null> {
  const response = await request(path, {
    headers: { authorization: `Bearer ${getToken()}` },
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) {
    // A gateway's error is no JSON.
    const { message } = await response.json()
    if (message) return message
    throw new Error(`status ${response.status}`)
  }
  downloadBlob(await response.blob(), name)
  return null
}

/** Has the browser save a file under that name. */
export function downloadBlob(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelay)
}
