import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Payload, useAction } from '~/features/admin/kit/useAction'
import { requiredText } from '~/lib/forms'
import type { FaqTopic } from '~/lib/schema.gen'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { SelectField, TextArea, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { Unsaved } from '~/ui/Unsaved'
import { type Entry, topicNames, topics } from './topics'

const schema = z.object({
  topic: z.enum(topicNames as [FaqTopic, ...FaqTopic[]]),
  question: requiredText('Question', 300),
  answer: requiredText('Answer', 5000),
})
type Values = z.infer<typeof schema>
const empty: Values = { topic: 'PRODUCTS', question: '', answer: '' }

/** A question to add, or to change when there is an `entry`. Closing keeps what was typed for a new one. */
export function QuestionDialog({
  open,
  entry,
  onClose,
  send,
}: {
  open: boolean
  entry: Entry | null
  onClose: () => void
  /** Sends what is other than before. */
  send: (values: Values, changed: Partial<Values>) => Promise<Payload | undefined>
}) {
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: empty,
  })
  const { errors, isSubmitting, isDirty, dirtyFields } = formState
  const {
    run,
    failure,
    reset: forget,
  } = useAction({
    form: { fields: ['topic', 'question', 'answer'], setError },
  })
  useEffect(() => {
    if (entry) reset({ topic: entry.topic, question: entry.question, answer: entry.answer })
  }, [entry, reset])

  function close() {
    forget()
    onClose()
  }

  const submit = handleSubmit(async (values) => {
    const changed = Object.fromEntries(
      Object.entries(values).filter(([name]) => dirtyFields[name as keyof Values]),
    )
    await run(() => send(values, changed), {
      onSuccess: () => {
        close()
        if (!entry) reset(empty)
      },
      done: entry ? 'The question was saved' : 'The question was added',
      failed: 'Failed to save the question.',
    })
  })

  const act = entry ? 'Save question' : 'Add question'
  return (
    <Dialog open={open} onClose={close} title={entry ? 'Edit question' : 'Add question'}>
      <form noValidate onSubmit={submit} className="grid gap-6">
        <Unsaved kept={!entry} changed={isDirty} />
        <SelectField
          label="Shown on"
          required
          hint="The FAQ page shows all of them."
          error={errors.topic?.message}
          {...register('topic')}
        >
          {topicNames.map((topic) => (
            <option key={topic} value={topic}>
              {topics[topic]}
            </option>
          ))}
        </SelectField>
        <TextField label="Question" required error={errors.question?.message} {...register('question')} />
        <TextArea label="Answer" required rows={8} error={errors.answer?.message} {...register('answer')} />
        <div>
          <FormMessage failure={failure} />
          <Button
            type="submit"
            variant="primary"
            loading={isSubmitting}
            loadingText={entry ? 'Saving...' : 'Adding...'}
          >
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
