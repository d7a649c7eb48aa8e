/** Logs a request that the server rejected, and the reason. */
export function logRejection(what: string | undefined, why: string): void {
  console.error(`${what} was refused: ${why}`)
}

/** `fetch` for requests other than GraphQL. It logs every failure, as apollo.ts does; callers handle it. */
export async function request(path: string, init?: RequestInit): Promise<Response> {
  const [name] = path.split('?')
  try {
    const response = await fetch(path, init)
    if (!response.ok) {
      // A gateway's error is not JSON.
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
