import { useMutation } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { focusScreen } from '~/features/admin/kit/ScreenHead'
import { serverMessage } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import { ContactMessageReopenDocument, ContactMessageResolveDocument } from './ContactMessageEdits.gen'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to update status.'

type Message = { id: string; name: string }

/** Says that a message has been dealt with. */
export function MarkResolved({ id, name }: Message) {
  const [run] = useMutation(ContactMessageResolveDocument)
  return (
    <StatusButton
      text="Mark Resolved"
      name={name}
      done={`The message from ${name} is resolved`}
      set={async () => (await run({ variables: { input: { id } } })).data?.contactMessageResolve}
    />
  )
}

/** Says that a resolved message waits for an answer again. */
export function Reopen({ id, name }: Message) {
  const [run] = useMutation(ContactMessageReopenDocument)
  return (
    <StatusButton
      text="Reopen"
      name={name}
      done={`The message from ${name} is pending again`}
      set={async () => (await run({ variables: { input: { id } } })).data?.contactMessageReopen}
    />
  )
}

function StatusButton({
  text,
  name,
  done,
  set,
}: {
  text: string
  name: string
  done: string
  set: () => Promise<{ contactMessage: object | null; userErrors: { message: string }[] } | undefined>
}) {
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)

  async function act() {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    try {
      const payload = await set()
      if (payload?.contactMessage) {
        // The button is gone by then.
        focusScreen()
        toast.success(done)
      } else toast.error(payload?.userErrors[0]?.message ?? failed)
    } catch (error) {
      toast.error([failed, serverMessage(error)].filter(Boolean).join(' '))
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  return (
    <Button
      size="sm"
      aria-label={`${text}: message from ${name}`}
      loading={saving}
      loadingText="Saving..."
      onClick={act}
    >
      {text}
    </Button>
  )
}
