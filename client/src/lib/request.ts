/** Writes to the console what the server has refused, and why. */
export function logRejection(what: string | undefined, why: string): void {
  console.error(`${what} was refused: ${why}`)
}

/**
 * `fetch` for what is asked of the server beside the graph. Every failure is written to the console, as the graph's are (apollo.ts);
 * what becomes of it is the caller's.
 */
export async function request(path: string, init?: RequestInit): Promise<Response> {
  const [name] = path.split('?')
  try {
    const response = await fetch(path, init)
    if (!response.ok) {
      // A gateway's error is no JSON.
      const { message } = Object(
        await response
          .clone()
          .json()
          .catch(() => null),
      )
      logRejection(name, message ?? `status ${response.status}`)
    }
    return response
  } catch (error) {
    if (!init?.signal?.aborted || init.signal.reason?.name === 'TimeoutError')
      console.error(`${name}:`, error)
    throw error
  }
}
