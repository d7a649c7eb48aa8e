import { Button } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import { focusScreen } from './ScreenHead'
import { noFields, type Payload, useAction } from './useAction'

/** The end of a dialog that publishes a draft, mounted anew for each opening. */
export function PublishButtons({
  disabled = false,
  action = 'Publish',
  working = 'Publishing...',
  done,
  onClose,
  publish,
}: {
  disabled?: boolean
  action?: string
  /** The button's text while the request is pending. */
  working?: string
  /** The toast of success. */
  done: string
  onClose: () => void
  publish: () => Promise<Payload | undefined>
}) {
  const { run, busy, failure } = useAction({ form: noFields })

  function close() {
    onClose()
    focusScreen()
  }
  return (
    <div>
      <FormMessage failure={failure} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={disabled}
          loading={busy}
          loadingText={working}
          onClick={() => run(publish, { failed: "Couldn't publish.", done, close })}
        >
          {action}
        </Button>
        <Button onClick={onClose}>Keep editing</Button>
      </div>
    </div>
  )
}
