import { getToken } from './auth/token'

const timeout = 60_000

/** How long the browser may take to begin with a file that it was given, in milliseconds. */
const handover = 60_000

/**
 * Fetches a file of /api/v1, which takes the person's token and so can't be a link, and has the browser save it as `name`.
 * Rejects with a sentence for people: the server's, else `failed`.
 */
export async function saveFile(path: string, name: string, failed: string): Promise<void> {
  const response = await fetch(path, {
    headers: { authorization: `Bearer ${getToken()}` },
    signal: AbortSignal.timeout(timeout),
  }).catch(() => undefined)
  if (!response?.ok) {
    // A gateway's error is no JSON.
    const answer = await response?.json().catch(() => undefined)
    throw new Error(answer?.message ?? failed)
  }
  const file = await response.blob().catch(() => {
    throw new Error(failed)
  })
  handOver(file, name)
}

/** Has the browser save a file under that name. */
export function handOver(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), handover)
}
