import { useApolloClient } from '@apollo/client/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { isNetworkError, serverMessage } from '~/lib/apollo'
import { AnswersDocument } from './ChatAnswers.gen'
import { quotesOf, readTranscript, saveTranscript, type Turn } from './transcript'

const unreachable = "The shop can't be reached. Your question is saved. Try again."

/** This tab's conversation. One search runs at a time; `ask` returns whether it accepted the question. */
export function useConversation() {
  const client = useApolloClient()
  const [turns, setTurns] = useState(readTranscript)
  const searching = useRef(false)
  // A layout effect, so that a reload restores everything that was shown.
  useLayoutEffect(() => saveTranscript(turns), [turns])

  /** Asks a new question, or repeats one that failed. */
  function ask(question: string, at = turns.length): boolean {
    if (searching.current) return false
    searching.current = true
    setTurns((all) => all.toSpliced(at, 1, { question }))
    // Ignored if the conversation was cleared meanwhile.
    const put = (turn: Turn) => setTurns((all) => (all[at]?.question === question ? all.with(at, turn) : all))
    client
      .query({
        query: AnswersDocument,
        variables: { question },
        fetchPolicy: 'network-only',
        // By POST: questions may be personal, and URLs are logged by proxies.
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
