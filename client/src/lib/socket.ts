type Message = { type: string; payload?: unknown }

/**
 * Follows a subscription over a WebSocket of its own, as graphql-transport-ws has it, and returns how to end it. It ends without
 * an error when the connection is lost. Not by server-sent events: a browser keeps at most six connections to a site open for
 * those, over all its tabs. Nothing is imported, so that the first pages' code stays in one piece.
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
