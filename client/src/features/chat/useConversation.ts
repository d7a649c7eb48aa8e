import { useApolloClient } from '@apollo/client/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { isNetworkError, serverMessage } from '~/lib/apollo'
import { AnswersDocument } from './ChatAnswers.gen'
import { quotesOf, readTranscript, saveTranscript, type Turn } from './transcript'

const unreachable = "The shop can't be reached. Your question is saved. Try again."

/** The conversation of this tab. One question is searched for at a time; `ask` says whether it was taken. */
export function useConversation() {
  const client = useApolloClient()
  const [turns, setTurns] = useState(readTranscript)
  const searching = useRef(false)
  // Before it is painted, so that a reload has all that was seen.
  useLayoutEffect(() => saveTranscript(turns), [turns])

  /** Asks at the end, or again in the place of a question that failed. */
  function ask(question: string, at = turns.length): boolean {
    if (searching.current) return false
    searching.current = true
    setTurns((all) => all.toSpliced(at, 1, { question }))
    // Unless the conversation was cleared meanwhile.
    const put = (turn: Turn) => setTurns((all) => (all[at]?.question === question ? all.with(at, turn) : all))
    client
      .query({
        query: AnswersDocument,
        variables: { question },
        fetchPolicy: 'network-only',
        // What people write here does not belong into an address, which is logged on the way.
        context: { fetchOptions: { method: 'POST' } },
      })
      .then(
        ({ data }) => put(data ? { question, quotes: quotesOf(data) } : { question, failure: unreachable }),
        (error: unknown) =>
          put({
            question,
            failure: serverMessage(error) ?? (isNetworkError(error) ? unreachable : 'Something went wrong'),
          }),
      )
      .finally(() => {
        searching.current = false
      })
    return true
  }

  return { turns, ask, clear: () => setTurns([]) }
}
