import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { FormDialog } from '~/features/admin/kit/FormDialog'
import type { Payload } from '~/features/admin/kit/useAction'
import { requiredText } from '~/lib/forms'
import type { FaqTopic } from '~/lib/schema.gen'
import { SelectField, TextArea, TextField } from '~/ui/Field'
import { type Entry, topicNames, topics } from './topics'

const schema = z.object({
  topic: z.enum(topicNames as [FaqTopic, ...FaqTopic[]]),
  question: requiredText('Question', 300),
  answer: requiredText('Answer', 5000),
})
const resolver = zodResolver(schema)
type Values = z.infer<typeof schema>
const empty: Values = { topic: 'PRODUCTS', question: '', answer: '' }

/** Adds a question, or changes `entry`. */
export function QuestionDialog({
  open,
  entry,
  onClose,
  send,
}: {
  open: boolean
  entry: Entry | null
  onClose: () => void
  /** Sends the values, or only those that were changed. */
  send: (values: Values, changed: Partial<Values>) => Promise<Payload | undefined>
}) {
  return (
    <FormDialog<Values>
      noun="question"
      open={open}
      edited={entry}
      empty={empty}
      resolver={resolver}
      save={send}
      done={() => (entry ? 'The question was saved' : 'The question was added')}
      failed="Failed to save the question."
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <SelectField
            label="Shown on"
            required
            hint="The FAQ page shows all questions."
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
        </>
      )}
    </FormDialog>
  )
}
