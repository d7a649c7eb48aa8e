import { ApolloLink, Observable } from '@apollo/client'
import { print } from 'graphql'

type Message = { type: string; payload?: unknown }

/**
 * Subscriptions over a WebSocket, as graphql-transport-ws has it: one socket for each, which ends without an error when the
 * connection is lost. Not by server-sent events: a browser keeps at most six connections to a site open for those, over all
 * its tabs.
 */
export const socketLink = new ApolloLink((operation) => {
  const { headers = {}, onFollowing } = operation.getContext()
  return new Observable((observer) => {
    const socket = new WebSocket(
      `${window.location.origin.replace('http', 'ws')}/graphql`,
      'graphql-transport-ws',
    )
    const send = (message: object) => socket.send(JSON.stringify(message))
    socket.onopen = () =>
      send({
        type: 'connection_init',
        payload: headers.authorization ? { Authorization: headers.authorization } : {},
      })
    socket.onmessage = ({ data }) => {
      const { type, payload } = JSON.parse(data) as Message
      if (type === 'connection_ack') {
        const { query, variables, operationName } = operation
        send({ id: '1', type: 'subscribe', payload: { query: print(query), variables, operationName } })
        onFollowing?.()
      } else if (type === 'ping') send({ type: 'pong' })
      else if (type === 'next') observer.next(payload as ApolloLink.Result)
      else if (type === 'error') {
        observer.next({ data: null, errors: payload } as ApolloLink.Result)
        observer.complete()
      } else if (type === 'complete') observer.complete()
    }
    socket.onclose = () => observer.complete()
    return () => socket.close()
  })
})
