import { rowButton } from '~/features/admin/kit/controls'
import { focusScreen } from '~/features/admin/kit/ScreenHead'
import { useAction } from '~/features/admin/kit/useAction'
import { useMay } from '~/features/admin/shell/access'
import { Button } from '~/ui/Button'
import { AdminQuotesDocument, QuoteAnswerDocument } from './AdminQuotes.gen'

/** A button that marks a quote as followed up. */
export function MarkAnswered({ number }: { number: string }) {
  const { run, send, busy } = useAction()
  const may = useMay()
  const refetch = { refetchQueries: [AdminQuotesDocument], awaitRefetchQueries: true }
  if (!may('WRITE_QUOTES')) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      className={rowButton}
      aria-label={`Mark Answered: ${number}`}
      loading={busy}
      loadingText="Saving..."
      onClick={() =>
        run(() => send(QuoteAnswerDocument, { number }, refetch), {
          // The button has been removed by then.
          onSuccess: focusScreen,
          done: `${number} is answered`,
          failed: 'Failed to update the quote.',
        })
      }
    >
      Mark Answered
    </Button>
  )
}
