import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFailure } from '~/lib/forms'
import { useFormDraft, usePrefill } from '~/lib/formValues'
import { replyTime } from '~/lib/replyTime'
import type { SessionKey } from '~/lib/storage'
import { Button } from '~/ui/Button'
import { TextArea, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { Icon } from '~/ui/Icon'
import { type ContactValues, contactSchema } from './contactSchema'
import {
  clearDraft,
  emptyMessage,
  readMessageDraft,
  type SubjectPreset,
  saveMessageDraft,
} from './messageDraft'
import { useSendMessage } from './useSendMessage'

const sentShownFor = 3000
const fields = Object.keys(emptyMessage) as (keyof ContactValues)[]

/** The signed-in user. */
type Person = { name: string; email: string } | null

/** The contact form. Its values are kept in this tab until it is sent. */
export function ContactForm({
  draftKey,
  person,
  preset,
}: {
  draftKey: SessionKey
  person: Person
  preset?: SubjectPreset
}) {
  const [start] = useState(() => readMessageDraft(draftKey, preset))
  const { register, handleSubmit, setError, subscribe, getValues, setValue, reset, formState } =
    useForm<ContactValues>({ resolver: zodResolver(contactSchema), defaultValues: start })
  const send = useSendMessage(draftKey)
  const [failure, setFailure] = useState<string | null>(null)
  const [thanks, setThanks] = useState('')
  const [sent, showSent] = useMoment(sentShownFor)
  useFormDraft(subscribe, (values) => saveMessageDraft(draftKey, values, preset))
  usePrefill({ getValues, setValue }, person)

  async function submit(values: ContactValues) {
    setFailure(null)
    setThanks('')
    const result = await send(values)
    if (!result) return
    if (result.ok) {
      clearDraft(draftKey)
      reset({ ...emptyMessage, ...person })
      showSent()
      setThanks(thanksFor(result.value))
    } else setFailure(showFailure(result, fields, setError))
  }

  const { errors, isSubmitting } = formState
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-6">
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          autoComplete="name"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label="Email"
          required
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
      </div>
      <TextField label="Subject" required error={errors.subject?.message} {...register('subject')} />
      <TextArea
        label="Message"
        required
        rows={7}
        hint="Tell us the machine, the load and the distances, if you know them."
        error={errors.message?.message}
        {...register('message')}
      />
      <div>
        <FormMessage failure={failure} success={thanks || false} />
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          loadingText="Sending..."
          disabled={sent}
          className="min-w-44 disabled:opacity-100"
        >
          {sent && <Icon name="check" className="size-4" />}
          {sent ? 'Message Sent!' : 'Send message'}
        </Button>
      </div>
    </form>
  )
}

/** When to expect a reply, as the server states it. */
function thanksFor(replyBy: string | null): string {
  return `We've received your message.${replyBy ? ` We'll reply by ${replyTime(replyBy)}.` : ''}`
}

/** True for some milliseconds after each start. */
function useMoment(duration: number): [boolean, () => void] {
  const [on, setOn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return [
    on,
    () => {
      clearTimeout(timer.current)
      setOn(true)
      timer.current = setTimeout(() => setOn(false), duration)
    },
  ]
}
