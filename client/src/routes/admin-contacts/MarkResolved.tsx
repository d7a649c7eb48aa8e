import { useMutation } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { focusScreen } from '~/features/admin/ScreenHead'
import { serverMessage } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import { ContactMessageResolveDocument } from './ContactMessageEdits.gen'

/** Spec 8. */
const failed = 'Failed to update status.'

/** Says that a message has been dealt with. */
export function MarkResolved({ id, name }: { id: string; name: string }) {
  const [run] = useMutation(ContactMessageResolveDocument)
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)

  async function resolve() {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    try {
      const { data } = await run({ variables: { input: { id } } })
      if (data?.contactMessageResolve.contactMessage) {
        // The button is gone by then.
        focusScreen()
        toast.success(`The message from ${name} is resolved`)
      } else toast.error(data?.contactMessageResolve.userErrors[0]?.message ?? failed)
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
      aria-label={`Mark Resolved: message from ${name}`}
      loading={saving}
      loadingText="Saving..."
      onClick={resolve}
    >
      Mark Resolved
    </Button>
  )
}
