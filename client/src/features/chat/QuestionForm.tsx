import { type FormEvent, useRef, useState } from 'react'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/Field'

const maxLength = 300

/** The input of a question. It is cleared if `onAsk` accepts the text. */
export function QuestionForm({ start, onAsk }: { start: string; onAsk: (question: string) => boolean }) {
  const [text, setText] = useState(start)
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const question = text.trim()
    setMissing(!question)
    if (question && onAsk(question)) setText('')
    form.current?.querySelector('input')?.focus()
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[1fr_auto] items-end gap-3 border-t bg-plate pt-4 pb-5"
    >
      <TextField
        label="Your question"
        required
        autoComplete="off"
        enterKeyHint="send"
        maxLength={maxLength}
        placeholder="Arm payload"
        error={missing ? 'Question is required' : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" className={missing ? 'mb-7' : ''}>
        Ask
      </Button>
    </form>
  )
}
