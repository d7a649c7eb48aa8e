import { endSession, logRejection } from './apollo'

/**
 * `fetch` for requests beside Apollo's. It logs every failure and ends the session of a rejected token, as apollo.ts
 * does; callers handle the rest.
 */
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
      if (response.status === 401)
        endSession(new Headers(init?.headers).get('authorization')?.slice('Bearer '.length))
    }
    return response
  } catch (error) {
    if (!init?.signal?.aborted || init.signal.reason?.name === 'TimeoutError')
      console.error(`${name}:`, error)
    throw error
  }
}
