type Message = { type: string; payload?: unknown }

/**
 * Runs a subscription over its own WebSocket (graphql-transport-ws) and returns a function that ends it. It completes
 * without an error when the connection is lost. Server-sent events would not do: over HTTP/1.1 browsers allow six
 * connections per site over all tabs. It imports nothing, so that the first pages' chunks stay as they are.
 */
export function followOverSocket(
  operation: { query: string; variables: object; operationName?: string },
  authorization: string | undefined,
  observer: { onFollowing?: () => void; next: (result: object) => void; complete: () => void },
): () => void {
  const socket = new WebSocket(
    `${window.location.origin.replace('http', 'ws')}/graphql`,
    'graphql-transport-ws',
  )
  const send = (message: object) => socket.send(JSON.stringify(message))
  socket.onopen = () =>
    send({ type: 'connection_init', payload: authorization ? { Authorization: authorization } : {} })
  socket.onmessage = ({ data }) => {
    const { type, payload } = JSON.parse(data) as Message
    if (type === 'connection_ack') {
      send({ id: '1', type: 'subscribe', payload: operation })
      observer.onFollowing?.()
    } else if (type === 'ping') send({ type: 'pong' })
    else if (type === 'next') observer.next(payload as object)
    else if (type === 'error') {
      observer.next({ data: null, errors: payload })
      observer.complete()
    } else if (type === 'complete') observer.complete()
  }
  socket.onclose = observer.complete
  return () => socket.close()
}
