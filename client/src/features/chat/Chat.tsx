import { useEffect, useRef } from 'react'
import { Button } from '~/ui/Button'
import { QuestionForm } from './QuestionForm'
import { Reply } from './Reply'
import { useConversation } from './useConversation'

const suggestions = [
  'What is the payload of the fixed arm?',
  'What does shipping cost?',
  'Does the gripper fit every arm?',
  'Is the mobile assistant in stock?',
]

/**
 * The chat: a search that quotes the shop's own texts, says that it is automatic, and can pass a question on to staff.
 */
export function Chat({ start, onHandover }: { start: string; onHandover: (question: string) => void }) {
  const { turns, ask, clear } = useConversation()
  const log = useRef<HTMLOListElement>(null)
  const shown = useRef(turns.length)
  useEffect(() => {
    if (turns.length > shown.current) log.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
    shown.current = turns.length
  }, [turns.length])
  return (
    <div className="ticks flex min-h-[36rem] flex-col bg-plate px-5 sm:px-8">
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 border-b py-2">
        <p className="label text-muted">Automatic answers. No AI.</p>
        {turns.length > 0 && (
          <Button size="sm" variant="ghost" className="-mx-4" onClick={clear}>
            Clear conversation
          </Button>
        )}
      </div>
      <div role="log" aria-label="Conversation" className="flex-1">
        {turns.length > 0 && (
          <ol ref={log}>
            {turns.map((turn, index) => (
              <Reply
                // biome-ignore lint/suspicious/noArrayIndexKey: turns are only appended.
                key={index}
                turn={turn}
                onAgain={() => ask(turn.question, index)}
                onHandover={() => onHandover(turn.question)}
              />
            ))}
          </ol>
        )}
      </div>
      {turns.length === 0 && (
        <div className="pb-6">
          <h2 className="text-body leading-normal font-semibold tracking-normal">Try one of these</h2>
          <ul className="mt-3 grid justify-items-start gap-2">
            {suggestions.map((question) => (
              <li key={question}>
                <Button
                  size="sm"
                  className="h-auto py-2 text-left whitespace-normal"
                  onClick={() => ask(question)}
                >
                  {question}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <QuestionForm start={start} onAsk={ask} />
    </div>
  )
}
