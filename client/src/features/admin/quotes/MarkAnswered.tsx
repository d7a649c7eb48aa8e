import { useMutation } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { focusScreen } from '~/features/admin/kit/ScreenHead'
import { serverMessage } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import { AdminQuotesDocument, QuoteAnswerDocument } from './AdminQuotes.gen'

const failed = 'Failed to update the quote.'

/** Says that a quote has been followed up. */
export function MarkAnswered({ number }: { number: string }) {
  const [run] = useMutation(QuoteAnswerDocument, {
    refetchQueries: [AdminQuotesDocument],
    awaitRefetchQueries: true,
  })
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)

  async function answered() {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    try {
      const { data } = await run({ variables: { input: { number } } })
      if (data?.quoteAnswer.quote) {
        // The button is gone by then.
        focusScreen()
        toast.success(`${number} is answered`)
      } else toast.error(data?.quoteAnswer.userErrors[0]?.message ?? failed)
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
      aria-label={`Mark Answered: ${number}`}
      loading={saving}
      loadingText="Saving..."
      onClick={answered}
    >
      Mark Answered
    </Button>
  )
}
